import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { type Account, expect, test } from '#tests/e2e/support/product.ts';

const endedDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Your session has ended' });

async function logInAgain(page: Page, { emailId, password }: Account): Promise<void> {
  const dialog = endedDialog(page);
  await dialog.getByLabel('Email Id').fill(emailId);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await expect(dialog).toBeHidden();
}

/** The page's writing calls, in order. */
function watchChanges(page: Page): string[] {
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
const endSessionAt = (page: Page, call: string): Promise<unknown> =>
  page.route(
    `**/api/${call}`,
    async (route) => {
      await page.context().clearCookies();
      await route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Log in first.' } });
    },
    { times: 1 },
  );

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs', { tag: '@sweep' }, async ({ page }) => {
    await page.goto('/');
    const sentence = page.locator('p.noscript');
    await expect(sentence).toBeVisible();
    expect(await sentence.textContent()).toMatch(/^DotCode needs JavaScript\./);
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  });
});

test.describe('a session that ended while something was saved', () => {
  test('a profile is saved after the login, once, with what was typed', async ({ page, signUp }) => {
    const account = await signUp({ firstName: 'Before' });
    await page.goto('/profile/edit');
    await page.getByLabel('First name').fill('After');
    const changes = watchChanges(page);
    await endSessionAt(page, 'profile/edit');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(endedDialog(page)).toBeVisible();
    await expectAccessible(page);
    await logInAgain(page, account);
    await expect(page.getByText('Profile saved').first()).toBeAttached();
    await expect(page.getByText('Nothing to save')).toBeVisible();
    // The first visit of an account also stores its time zone.
    expect(changes.filter((change) => !change.endsWith('/preferences'))).toEqual([
      'PATCH /api/profile/edit',
      'PATCH /api/profile/edit',
    ]);
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('After');
  });
});
