import type { APIRequestContext, CDPSession, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';
import { type PushProduct, startPushProduct } from '#tests/e2e/support/push-product.ts';
import { chatClient, connected } from '#tests/support/chat-client.ts';
import type { PushBrowser } from '#tests/support/push-service.ts';
import { findChromium } from '../../../scripts/find-chromium.mjs';

interface Shown {
  title: string;
  body: string;
  tag: string;
  path: unknown;
}

/** TypeScript's library of pages lacks what only workers have. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (url: string | URL) => Promise<null> };
  WindowClient: { prototype: { focus: (this: { url: string }) => Promise<unknown> } };
  NotificationEvent: new (
    type: string,
    init: { notification: Notification },
  ) => Event & { waitUntil: (work: Promise<unknown>) => void };
}

test.use({ serviceWorkers: 'allow' });

let product: PushProduct;
test.beforeAll(async () => {
  product = await startPushProduct();
});
test.afterAll(() => product.close());

/** Chromium speaks to no push service on loopback: the page gets the keys of one that the test can read. */
async function subscribeAt(page: Page, { subscription }: PushBrowser): Promise<void> {
  await page.addInitScript((json) => {
    const made = { toJSON: () => json, unsubscribe: async () => true } as unknown as PushSubscription;
    let own: PushSubscription | null = null;
    PushManager.prototype.subscribe = async () => {
      own = made;
      return made;
    };
    PushManager.prototype.getSubscription = async () => own;
  }, subscription);
}

/** The service worker of this browser, and what it shows. */
class Worker {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  readonly #registrationId: string;

  /** `page` is on the product's site without being one of its screens, so that nobody counts as here. */
  static async of(page: Page): Promise<Worker> {
    const cdp = await page.context().newCDPSession(page);
    const found = Promise.withResolvers<string>();
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) found.resolve(registration.registrationId);
    });
    await cdp.send('ServiceWorker.enable');
    return new Worker(page, cdp, await found.promise);
  }

  private constructor(page: Page, cdp: CDPSession, registrationId: string) {
    this.#page = page;
    this.#cdp = cdp;
    this.#registrationId = registrationId;
  }

  async deliver(data: string): Promise<void> {
    const origin = new URL(product.url).origin;
    await this.#cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: this.#registrationId, data });
  }

  shown(): Promise<Shown[]> {
    return this.#page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const all = (await registration?.getNotifications()) ?? [];
      return all.map(({ title, body, tag, data }) => ({ title, body, tag, path: data?.path }));
    });
  }

  /**
   * What a click on a notification does. Only a person can click, and only then may a worker open windows: both ways of
   * it are recorded in its place.
   */
  async click(tag: string): Promise<[how: string, url: string][]> {
    const context = this.#page.context();
    // Chromium ends an idle one, and starts it for the next message.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    return worker.evaluate(async (clicked) => {
      const scope = globalThis as unknown as WorkerScope;
      const [notification] = await scope.registration.getNotifications({ tag: clicked });
      if (notification === undefined) throw new Error(`There is no notification ${clicked}.`);
      const done: [string, string][] = [];
      scope.clients.openWindow = async (url) => {
        done.push(['opens', String(url)]);
        return null;
      };
      scope.WindowClient.prototype.focus = async function focus() {
        done.push(['focuses', this.url]);
        return this;
      };
      const event = new scope.NotificationEvent('notificationclick', { notification });
      const lasting: Promise<unknown>[] = [];
      event.waitUntil = (work) => void lasting.push(work);
      scope.dispatchEvent(event);
      await Promise.all(lasting);
      return done;
    }, tag);
  }
}

async function signUp(request: APIRequestContext, firstName: string): Promise<string> {
  const emailId = `${firstName.toLowerCase()}-${Date.now()}@example.com`;
  const data = { firstName, lastName: 'Byron', emailId, password: 'Str0ng!pass' };
  const reply = await request.post('/api/signup', { data });
  expect(reply.status(), await reply.text()).toBe(200);
  return (await reply.json()).data.savedUser._id;
}

test('a push message is shown by the service worker, leads to its screen, and goes with the session', async ({
  playwright,
}, info) => {
  const executablePath = findChromium({ withNotifications: true });
  test.skip(executablePath === undefined, 'the headless shell shows no notifications: install another Chromium');
  test.slow();
  const { args = [] } = info.project.use.launchOptions ?? {};
  const browser = await playwright.chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...args, '--headless=new'],
  });
  const context = await browser.newContext({ baseURL: product.url });
  await context.grantPermissions(['notifications'], { origin: new URL(product.url).origin });
  const page = await context.newPage();
  const violations: string[] = [];
  page.on('pageerror', ({ message }) => violations.push(message));
  const [adas, bens] = [context.request, await playwright.request.newContext({ baseURL: product.url })];
  const [ada, ben] = [await signUp(adas, 'Ada'), await signUp(bens, 'Ben')];
  const pushed = product.service.browser('ada');
  await subscribeAt(page, pushed);

  await page.goto('/setting?section=notifications');
  const control = page.getByRole('checkbox', { name: 'Push notifications' });
  await control.click();
  await expect(control).toBeChecked();
  // No screen: while one is open, push messages wait.
  await page.goto('/icon.svg');
  await expect.poll(() => product.sockets()).toBe(0);
  const worker = await Worker.of(page);

  /** Delivers what the upstream has sent to the push service, decrypted as a browser does it. */
  async function arrives(count: number): Promise<string> {
    await expect.poll(() => pushed.messages.length).toBe(count);
    const data = JSON.stringify(pushed.messages.at(-1));
    await worker.deliver(data);
    return data;
  }

  await bens.post(`/api/request/interested/${ada}`);
  await arrives(1);
  const request = { title: 'Ben Byron', body: 'wants to connect', tag: `request:${ben}`, path: '/requests' };
  await expect.poll(() => worker.shown()).toEqual([request]);
  expect(await worker.click(request.tag)).toEqual([['opens', `${product.url}/requests`]]);
  await expect.poll(() => worker.shown(), 'a click closes it').toEqual([]);

  await adas.post(`/api/request/interested/${ben}`);
  const cookie = (await bens.storageState()).cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const chat = await connected(chatClient(product.url, { prefix: '/api', cookie, origin: product.url }));
  await chat.ask('sendMessage', { targetUserId: ada, text: 'The key is under the mat.' });
  const late = await arrives(2);
  const message = { title: 'Ben Byron', body: '1 unread message', tag: `message:${ben}`, path: `/chat/${ben}` };
  await expect.poll(() => worker.shown()).toEqual([message]);
  expect(late, 'what was written stays in the conversation').not.toContain('mat');
  // News of one conversation come once a minute at most.
  product.pass(120_000);
  await chat.ask('sendMessage', { targetUserId: ada, text: 'And the mat is blue.' });
  await arrives(3);
  await expect.poll(() => worker.shown()).toEqual([{ ...message, body: '2 unread messages' }]);
  chat.close();

  const window = await context.newPage();
  await window.goto(`/chat/${ben}`);
  await expect(window.getByRole('region', { name: 'Chat' }).getByText('And the mat is blue.')).toBeVisible();
  await expect.poll(() => worker.shown(), 'reading closes it').toEqual([]);
  // The conversation that is open may close the notification before the click.
  await expect(async () => {
    await worker.deliver(late);
    await expect.poll(() => worker.shown()).toEqual([message]);
    expect(await worker.click(message.tag)).toEqual([['focuses', `${product.url}/chat/${ben}`]]);
  }).toPass();

  /** Delivers a message until it is shown: Chromium drops one at times while it still closes a clicked notification. */
  async function shows(data: string, expected: Shown): Promise<void> {
    await expect(async () => {
      await worker.deliver(data);
      await expect.poll(() => worker.shown(), { message: data, timeout: 2000 }).toEqual([expected]);
    }).toPass();
  }

  const generic = { title: 'DotCode', body: 'There is something new.', tag: 'news', path: '/feed' };
  for (const data of ['', 'no JSON', 'null', '[]', '{"title":"Ada"}', '{"tag":1,"title":{},"line":[]}']) {
    await shows(data, generic);
    expect(await worker.click('news'), data).toEqual([['opens', `${product.url}/feed`]]);
    // The next one looks the same.
    await expect.poll(() => worker.shown(), data).toEqual([]);
  }
  const markup = '<img src=x onerror=alert(1)>';
  for (const path of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)', '/api/profile/export', 7]) {
    // A tag of its own: Chromium closes a clicked notification later, and with it a new one of the same tag.
    const tag = `leads to ${path}`;
    await shows(JSON.stringify({ tag, title: markup, line: markup, path }), { title: markup, body: markup, tag, path });
    expect(await worker.click(tag), String(path)).toEqual([['opens', `${product.url}/feed`]]);
    await expect.poll(() => worker.shown(), String(path)).toEqual([]);
  }

  // A message that is shown afterwards proves that the one before was looked at.
  await worker.deliver(JSON.stringify({ ...JSON.parse(late), to: 'f'.repeat(24), tag: 'of another account' }));
  await worker.deliver(late);
  await expect.poll(() => worker.shown()).toEqual([message]);

  await window.goto('/feed');
  await window.getByRole('button', { name: /^Account of/ }).click();
  await window.getByRole('button', { name: 'Log out' }).click();
  await expect(window).toHaveURL(`${product.url}/`);
  await expect.poll(() => worker.shown(), 'signing out closes it').toEqual([]);
  await bens.post(`/api/request/interested/${ada}`);
  for (const data of [late, 'no JSON']) await worker.deliver(data);
  const [running] = context.serviceWorkers();
  // The worker answers after the messages that it was given before.
  await running?.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await worker.shown(), 'after signing out').toEqual([]);
  expect(pushed.messages, 'nothing more was sent').toHaveLength(3);
  expect(violations).toEqual([]);
  await bens.dispose();
  await browser.close();
});
