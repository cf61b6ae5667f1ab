import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { startOwnProduct } from './own-product.ts';
import { type Account, test as base, type Caller, expect, untilAnswered, type WorkerFixtures } from './product.ts';

export { expect };

interface ModerationFixtures {
  /** Lets a person moderate, as an operator does. */
  makeModerator: (account: Account) => Promise<void>;
  /** Signs a new person up, in the page of the test, who moderates. */
  signUpModerator: () => Promise<Account>;
}

/** A product whose database the admin command can reach. */
export const test = base.extend<ModerationFixtures, WorkerFixtures & { databaseUrl: string }>({
  databaseUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'dotcode-moderation-'));
      await use(`sqlite:${join(folder, 'moderation.db')}`);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  productUrl: [
    async ({ databaseUrl }, use) => {
      const product = await startOwnProduct(databaseUrl, { CONTACT: 'mailto:help@dotcode.example' });
      await use(product.url);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

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
