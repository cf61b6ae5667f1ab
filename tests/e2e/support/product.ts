import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { loadConfig } from '#server/config.ts';
import { type Running, start } from '#server/start.ts';

export { expect };

export interface Account {
  _id: string;
  firstName: string;
  lastName: string;
  emailId: string;
  password: string;
}

/** A person's session for API calls. */
export interface Caller {
  account: Account;
  request: APIRequestContext;
}

/** A person with a browser context of their own. */
export interface Person extends Caller {
  page: Page;
}

export interface TestFixtures {
  /** Signs a new person up over the API: the page is then signed in as them. */
  signUp: (own?: Partial<Account>) => Promise<Account>;
  /** Signs a new person up with a browser context of their own, for journeys of two. */
  anotherPerson: (own?: Partial<Account>) => Promise<Person>;
  /** Signs a new person up who only calls the API: no browser is opened for them. */
  anotherCaller: (own?: Partial<Account>) => Promise<Caller>;
}

export interface WorkerFixtures {
  databaseUrl: string;
  /** Where the product runs: gateway, embedded upstream and a database with the sample network, one for each worker. */
  productUrl: string;
}

/** Gateway and embedded upstream on free ports, over this database; `own` are settings of the test. */
export async function startOwnProduct(databaseUrl: string, own: Record<string, string> = {}): Promise<Running> {
  const env = {
    ...process.env,
    PORT: '0',
    UPSTREAM_PORT: '0',
    UPSTREAM_URL: '',
    DATABASE_URL: databaseUrl,
    DEMO: 'on',
    // All journeys of a worker sign their people up from one address.
    RATE_LIMIT_FACTOR: '100',
    LOG_LEVEL: 'error',
    SHUTDOWN_GRACE_MS: '1000',
    MAIL_URL: 'none',
    CONTACT: 'mailto:help@dotcode.example',
    ...own,
  };
  const product = await start(loadConfig(env), env);
  await product.ready;
  return product;
}

/** The demo account of the sample network. Tests share it: a test that changes much signs up a person of its own. */
const demoAccount = { emailId: 'demo@example.com', password: 'DotCode#2026' };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  databaseUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'dotcode-e2e-'));
      await use(`sqlite:${join(folder, 'e2e.db')}`);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  productUrl: [
    async ({ databaseUrl }, use) => {
      const product = await startOwnProduct(databaseUrl);
      await use(product.url);
      await product.stop();
    },
    // For what hangs, like the limit of a test: on a busy machine the start of two programs takes a minute.
    { scope: 'worker', timeout: 180_000 },
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
    await use((own) => signUpWith(context.request, own));
  },

  anotherPerson: async ({ browser, productUrl }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (own) => {
      const context = await browser.newContext({ baseURL: productUrl });
      contexts.push(context);
      const { request } = context;
      return { account: await signUpWith(request, own), request, page: await context.newPage() };
    });
    for (const context of contexts) await context.close();
  },

  anotherCaller: async ({ playwright, productUrl }, use) => {
    const requests: APIRequestContext[] = [];
    await use(async (own) => {
      const request = await playwright.request.newContext({ baseURL: productUrl });
      requests.push(request);
      return { account: await signUpWith(request, own), request };
    });
    for (const request of requests) await request.dispose();
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

/**
 * Runs an optimistic action and resolves when the server has answered. A test that goes on at
 * once, in this page or as another person, would be faster than any user.
 */
export async function untilAnswered(page: Page, path: string, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForEvent(
    'requestfinished',
    (request) => request.method() !== 'GET' && new URL(request.url()).pathname.includes(path),
  );
  await act();
  await answered;
}

let signedUp = 0;

async function signUpWith(request: APIRequestContext, own: Partial<Account> = {}): Promise<Account> {
  signedUp += 1;
  const account = {
    firstName: 'Test',
    lastName: 'Person',
    emailId: `person-${process.pid}-${signedUp}-${Date.now()}@example.com`,
    password: 'Str0ng!pass',
    ...own,
  };
  const reply = await request.post('/api/signup', { data: account });
  expect(reply.status(), await reply.text()).toBe(200);
  const { data } = (await reply.json()) as { data: { savedUser: { _id: string } } };
  return { ...account, _id: data.savedUser._id };
}

/** Creates a project of the caller and resolves to its id. */
export async function createProject(
  request: APIRequestContext,
  projectName: string,
  more: object = {},
): Promise<string> {
  const reply = await request.post('/api/create-project', { data: { projectName, ...more } });
  expect(reply.status(), await reply.text()).toBe(200);
  return ((await reply.json()) as { project: { _id: string } }).project._id;
}

/** Uncaught errors, and violations of the Content-Security-Policy. */
function watchPage(page: Page): string[] {
  const defects: string[] = [];
  page.on('pageerror', (error) => defects.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) defects.push(message.text());
  });
  return defects;
}

/**
 * Resolves once the program answers what is pressed on a page that is loaded. Before, links and forms of a pre-rendered page
 * are answered by the browser itself: it opens a new document, and `/login?` for the form with Get Started.
 */
export async function untilProgramRuns(page: Page): Promise<void> {
  // The listener for early presses (client/public/early-press.js) is there until then. No waitForFunction: it would
  // need the page's clock, which some tests hold.
  await expect.poll(() => page.evaluate(() => document.onclick === null)).toBe(true);
}

/** Goes to another screen as a link of the app does, without a page load. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ key: to, usr: null, idx: 0 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}
