import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { loadSite, type Site } from '#server/site/site.ts';
import {
  createRecordedUpstream,
  type RecordedUpstream,
} from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { type PersonName, samplePassword } from '#tests/support/recorded-upstream/network.ts';
import { startGateway } from '#tests/support/start-gateway.ts';

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));

interface Fixtures {
  /** The upstream behind the gateway; one for each test. */
  recorded: RecordedUpstream;
  /** Opens a page with a person's session, as if they had logged in before: the page of the test, or another one. */
  openAs: (name: PersonName, path: string, on?: Page) => Promise<Page>;
}

/** The real gateway and the built client in front of a deployed upstream of the recorded kind. */
const test = base.extend<Fixtures, { site: Site }>({
  // To compress the pages of the built client takes longer than to start the rest.
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      await use(loadSite({ folder: clientFolder, demo: false, offline: true }));
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  recorded: async ({}, use) => {
    const upstream = await createRecordedUpstream();
    await use(upstream);
    await upstream.close();
    expect(upstream.crashes, 'the client never makes the upstream exit').toEqual([]);
  },

  baseURL: async ({ recorded, site }, use) => {
    const gateway = await startGateway({ upstreamUrl: recorded.url, site, config: { demo: false } });
    await use(gateway.url);
    await gateway.close();
  },

  page: async ({ page }, use) => {
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    await use(page);
    expect(crashes, 'uncaught errors in the page').toEqual([]);
  },

  openAs: async ({ page, recorded, baseURL }, use) => {
    await use(async (name, path, on = page) => {
      const value = recorded.tokenFor(recorded.network.people[name]._id);
      await on.context().addCookies([{ name: 'token', value, url: `${baseURL}`, httpOnly: true, sameSite: 'Lax' }]);
      await on.goto(`${baseURL}${path}`);
      return on;
    });
  },
});

test('logging in leads to the feed, and a reload stays there', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email Id').fill('ASHA@example.com');
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await page.reload();
  await expect(page).toHaveURL(/\/feed$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/feed$/);
});

test('a start reports nothing on the console', async ({ page, openAs }) => {
  const reported: string[] = [];
  page.on('console', (message) => {
    // This upstream knows no capabilities, and its members' pictures are on a host that the test does not reach.
    const { pathname, hostname } = new URL(message.location().url || page.url());
    if (pathname === '/api/capabilities' || hostname !== '127.0.0.1') return;
    if (message.type() === 'error' || message.type() === 'warning') reported.push(message.text());
  });
  await openAs('asha', '/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(reported).toEqual([]);
});

test('a session that is gone is noticed by asking once more, and is taken up again in place', async ({
  openAs,
  context,
}) => {
  const page = await openAs('asha', '/setting');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A call that is still on its way would open the dialog over the link.
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await page.getByLabel('Email Id').fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Log in again' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Tiny parser' })).toBeVisible();
});

const log = (page: Page) => page.getByRole('log');

async function send(page: Page, to: string, text: string) {
  await page.getByRole('textbox', { name: `Message ${to}` }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('two people write to each other, although nothing is acknowledged and events say not who wrote', async ({
  openAs,
  browser,
  recorded,
}) => {
  const { asha, ben } = recorded.network.people;
  const one = await openAs('asha', `/chat/${ben._id}`);
  const other = await openAs('ben', `/chat/${asha._id}`, await browser.newPage());
  await expect(log(one)).toContainText('Did the parser land?');
  await expect(log(other)).toContainText('This morning. <b>Finally</b>.');
  const joined = () => recorded.joins.map(({ userId }) => userId);
  await expect.poll(joined).toEqual(expect.arrayContaining([asha._id, ben._id]));
  await send(one, 'Ben', 'Shall we ship it?');
  await expect(log(other).getByText('Shall we ship it?')).toBeVisible();
  await expect(log(one).getByText('Shall we ship it?')).toHaveCount(1);
  await send(other, 'Asha', 'Yes.');
  await expect(log(one).getByText('Yes.', { exact: true })).toBeVisible();
  await expect(log(other).getByText('Yes.', { exact: true })).toHaveCount(1);
  expect(recorded.network.chat.messages.map(({ text }) => text).slice(2)).toEqual(['Shall we ship it?', 'Yes.']);
  await other.close();
});

test('a project whose name, text and skills were emptied elsewhere is still shown', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
  Object.assign(recorded.network.projects.asha, {
    projectName: null,
    projectImage: null,
    description: null,
    skills: null,
  });
  const page = await openAs('asha', '/projects');
  await expect(page.getByRole('link', { name: 'Untitled project' })).toBeVisible();
  await page.getByLabel('Sort').selectOption({ label: 'Name' });
  await page.getByRole('tab', { name: 'Explore' }).click();
  await expect(page.getByRole('link', { name: 'Queue doctor' })).toBeVisible();
  await page.goto(`/project/editproject/${recorded.network.projects.asha._id}`);
  await page.getByLabel('Name').fill('Named again');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => recorded.network.projects.asha.projectName).toBe('Named again');
});
