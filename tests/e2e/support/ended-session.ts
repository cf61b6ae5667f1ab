import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './product.ts';

export const endedDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Your session has ended' });

export async function logInAgain(page: Page, { emailId, password }: Account): Promise<void> {
  const dialog = endedDialog(page);
  await dialog.getByLabel('Email Id').fill(emailId);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await expect(dialog).toBeHidden();
}

/** The page's writing calls, in order. */
export function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname !== '/api/login' && !pathname.startsWith('/api/socket.io')) {
      changes.push(`${request.method()} ${pathname}`);
    }
  });
  return changes;
}

/** Removes the cookie before this call, as if it had expired; the screen does not know of it yet. */
export const endSessionAt = (page: Page, call: string): Promise<unknown> =>
  page.route(
    `**/api/${call}`,
    async (route) => {
      await page.context().clearCookies();
      await route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Log in first.' } });
    },
    { times: 1 },
  );
