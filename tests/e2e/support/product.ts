import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { loadConfig } from '#server/config.ts';
import { start } from '#server/start.ts';

export { expect };

export interface Account {
  _id: string;
  firstName: string;
  lastName: string;
  emailId: string;
  password: string;
}

interface TestFixtures {
  /** Signs a new person up over the API: the page is then signed in as them. */
  signUp: (own?: Partial<Account>) => Promise<Account>;
  /** Signs a new person up with a browser context of their own, for journeys of two. */
  anotherPerson: (own?: Partial<Account>) => Promise<{ account: Account; page: Page }>;
}

interface WorkerFixtures {
  /** Where the product runs: gateway, embedded upstream and a database with the sample network, one for each worker. */
  productUrl: string;
}

/** The demo account of the sample network. Tests share it: a test that changes much signs up a person of its own. */
const demoAccount = { emailId: 'demo@example.com', password: 'DotCode#2026' };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  productUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'dotcode-e2e-'));
      const env = {
        ...process.env,
        PORT: '0',
        UPSTREAM_PORT: '0',
        UPSTREAM_URL: '',
        DATABASE_URL: `sqlite:${join(folder, 'e2e.db')}`,
        DEMO: 'on',
        LOG_LEVEL: 'error',
        SHUTDOWN_GRACE_MS: '1000',
      };
      const product = await start(loadConfig(env), env);
      await product.ready;
      await use(product.url);
      await product.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ productUrl }, use) => {
    await use(productUrl);
  },

  page: async ({ page }, use) => {
    const defects = watchPage(page);
    await use(page);
    expect(defects, 'crashes and blocked content in the page').toEqual([]);
  },

  signUp: async ({ context }, use) => {
    await use((own) => signUpIn(context, own));
  },

  anotherPerson: async ({ browser, productUrl }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (own) => {
      const context = await browser.newContext({ baseURL: productUrl });
      contexts.push(context);
      const account = await signUpIn(context, own);
      return { account, page: await context.newPage() };
    });
    for (const context of contexts) await context.close();
  },
});

/** Logs in over the form, as a person does. */
export async function logIn(page: Page, { emailId, password } = demoAccount): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email Id').fill(emailId);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);
}

let signedUp = 0;

async function signUpIn(context: BrowserContext, own: Partial<Account> = {}): Promise<Account> {
  signedUp += 1;
  const account = {
    firstName: 'Test',
    lastName: 'Person',
    emailId: `person-${process.pid}-${signedUp}-${Date.now()}@example.com`,
    password: 'Str0ng!pass',
    ...own,
  };
  const reply = await context.request.post('/api/signup', { data: account });
  expect(reply.status(), await reply.text()).toBe(200);
  const { data } = (await reply.json()) as { data: { savedUser: { _id: string } } };
  return { ...account, _id: data.savedUser._id };
}

/** Uncaught errors, and whatever the Content-Security-Policy kept out. */
function watchPage(page: Page): string[] {
  const defects: string[] = [];
  page.on('pageerror', (error) => defects.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) defects.push(message.text());
  });
  return defects;
}
