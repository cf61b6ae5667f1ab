import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { startOwnProduct } from './support/own-product.ts';
import {
  type Account,
  test as base,
  type Caller,
  expect,
  untilAnswered,
  type WorkerFixtures,
} from './support/product.ts';

interface ModerationFixtures {
  /** Signs a new person up, in the page of the test, who moderates. */
  signUpModerator: () => Promise<Account>;
}

/** A product whose database the admin command can reach. */
const test = base.extend<ModerationFixtures, WorkerFixtures & { databaseUrl: string }>({
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

  signUpModerator: async ({ databaseUrl, signUp }, use) => {
    await use(async () => {
      const account = await signUp({ firstName: 'Mona', lastName: 'Moderator' });
      const command = ['scripts/admin.ts', 'moderator', 'add', account.emailId, '--database', databaseUrl];
      await promisify(execFile)(process.execPath, command);
      return account;
    });
  },
});

async function report({ request }: Caller, kind: 'person' | 'project', id: string): Promise<void> {
  const data = { kind, id, reason: 'harassment', details: 'Look at this, please.' };
  expect((await request.post('/api/report', { data })).status()).toBe(200);
}

const rowOf = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Chooses an action of the open case, gives a reason and confirms, all by keyboard. */
async function act(page: Page, action: string, reason: string): Promise<void> {
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

test('a moderator hides a project by keyboard and dismisses a report; both sides read what came of it', async ({
  page,
  signUpModerator,
  anotherCaller,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Hidden' });
  const reporter = await anotherCaller({ firstName: 'Rita', lastName: 'Reporter' });
  const created = await mallory.request.post('/api/create-project', { data: { projectName: 'Rude words' } });
  const { _id: projectId } = (await created.json()).project;
  await report(reporter, 'project', projectId);
  await report(reporter, 'person', mallory.account._id);

  await page.goto('/moderation');
  const row = rowOf(page, 'A project of Mallory Hidden');
  await row.focus();
  await expect(row.locator('xpath=ancestor::li')).toContainText('1 person reported it');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'A project of Mallory Hidden' })).toBeFocused();
  await expect(page.getByText('Look at this, please.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide', exact: true }).press('Enter');
  await expect(page.getByRole('dialog').getByText(/shown to nobody but Mallory Hidden/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await act(page, 'Hide', 'Rude words in the text.');
  await expect(page.getByText('It is hidden from others now.')).toBeVisible();
  expect((await reporter.request.get(`/api/project/view/${projectId}`)).status()).toBe(404);
  await mallory.page.goto(`/project/view/${projectId}`);
  await expect(mallory.page.getByText('Rude words in the text.')).toBeVisible();
  await expectAccessible(mallory.page);

  await page.goto('/moderation');
  await rowOf(page, 'Mallory Hidden').press('Enter');
  await act(page, 'Dismiss', 'Nothing wrong in the profile.');
  const own = (await (await reporter.request.get('/api/reports')).json()).items as object[];
  expect(own).toMatchObject([
    { kind: 'person', outcome: 'dismissed', answer: 'Nothing wrong in the profile.' },
    { kind: 'project', outcome: 'acted' },
  ]);
});

test('a suspended person is logged out, reads why at the login, and comes back when it is undone', async ({
  page,
  signUpModerator,
  anotherCaller,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Kept-Out' });
  const reporter = await anotherCaller();
  await report(reporter, 'person', mallory.account._id);
  await mallory.page.goto('/setting');
  await expect(mallory.page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  await page.goto('/moderation');
  await rowOf(page, 'Mallory Kept-Out').click();
  await act(page, 'Suspend', 'Threats after a warning.');
  await expect(page.getByText(/^Suspended until/).first()).toBeVisible();

  const again = mallory.page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again).toBeVisible();
  await again.getByLabel('Password', { exact: true }).fill(mallory.account.password);
  await again.getByRole('button', { name: 'Log in again' }).click();
  await expect(again.getByText('The reason: Threats after a warning.')).toBeVisible();
  await again.getByRole('button', { name: 'Leave' }).click();
  await mallory.page.goto('/login');
  await mallory.page.getByLabel('Email Id').fill(mallory.account.emailId);
  await mallory.page.getByLabel('Password', { exact: true }).fill(mallory.account.password);
  await mallory.page.getByRole('button', { name: 'Login', exact: true }).click();
  const refusal = mallory.page.locator('#login-error');
  await expect(refusal).toContainText('The reason: Threats after a warning.');
  await expect(refusal).toContainText(/It ends .+ \d/);
  await expect(refusal.getByRole('link', { name: 'help@dotcode.example' })).toHaveAttribute('href', /^mailto:/);
  await expectAccessible(mallory.page);

  await act(page, 'Undo', 'A misunderstanding.');
  await expect(page.getByText(/, taken back/)).toBeVisible();
  await mallory.page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(mallory.page).toHaveURL(/\/feed$/);
});

test('a warned person sees the warning above every screen until they confirm it', async ({
  page,
  signUpModerator,
  anotherCaller,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Warned' });
  await report(await anotherCaller(), 'person', mallory.account._id);
  await page.goto('/moderation');
  await rowOf(page, 'Mallory Warned').click();
  await act(page, 'Warn', 'Please stop writing to everybody.');

  await mallory.page.goto('/projects');
  const banner = mallory.page.getByRole('region', { name: 'A warning from the moderators' });
  await expect(banner).toContainText('Please stop writing to everybody.');
  await expectAccessible(mallory.page);
  await untilAnswered(mallory.page, '/acknowledge', () =>
    banner.getByRole('button', { name: 'I have read it' }).press('Enter'),
  );
  await expect(banner).toHaveCount(0);
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeFocused();
  await mallory.page.reload();
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('to everybody but moderators /moderation is an unknown address, and none of its code is loaded', async ({
  page,
  signUp,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  const answerTo = async (path: string) => {
    const response = await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'No route matches URL' })).toBeVisible();
    const { 'cache-control': caching, link } = response?.headers() ?? {};
    const shown = (await page.locator('main').innerHTML()).replaceAll(path, '');
    return { status: response?.status(), caching, link, title: await page.title(), shown };
  };
  expect(await answerTo('/moderation')).toEqual(await answerTo('/nowhere'));
  await signUp();
  const unknown = await answerTo('/nowhere');
  expect(unknown.status).toBe(404);
  expect(await answerTo('/moderation')).toEqual(unknown);
  expect(files.filter((url) => /moderation-page|api\/moderation/.test(url))).toEqual([]);
  await page.goto('/setting');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moderation' })).toHaveCount(0);
});
