import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type Account, test as base, type Caller, expect, untilAnswered } from './product.ts';

export { expect };

interface ModerationFixtures {
  /** Lets a person moderate, as an operator does. */
  makeModerator: (account: Account) => Promise<void>;
  /** Signs a new person up, in the page of the test, who moderates. */
  signUpModerator: () => Promise<Account>;
}

export const test = base.extend<ModerationFixtures>({
  makeModerator: async ({ databaseUrl }, use) => {
    await use(async ({ emailId }) => {
      const command = ['scripts/admin.ts', 'moderator', 'add', emailId, '--database', databaseUrl];
      await promisify(execFile)(process.execPath, command);
    });
  },

  signUpModerator: async ({ makeModerator, signUp }, use) => {
    await use(async () => {
      const account = await signUp({ firstName: 'Mona', lastName: 'Moderator' });
      await makeModerator(account);
      return account;
    });
  },
});

export async function report({ request }: Caller, kind: 'person' | 'project' | 'picture', id: string): Promise<void> {
  const data = { kind, id, reason: 'harassment', details: 'Look at this, please.' };
  expect((await request.post('/api/report', { data })).status()).toBe(200);
}

/** A case in the list. */
export const rowOf = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Chooses an action of the open case, gives a reason and confirms, all by keyboard. */
export async function act(page: Page, action: string, reason: string): Promise<void> {
  const buttons = page.getByRole('group', { name: 'What you can do' });
  await buttons.getByRole('button', { name: action, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Why? (required)' })).toBeFocused();
  await page.keyboard.type(reason);
  await untilAnswered(page, '/actions', () => page.keyboard.press('Control+Enter'));
  await expect(dialog).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Case', exact: true }).getByRole('heading', { level: 2 }),
  ).toBeFocused();
}
