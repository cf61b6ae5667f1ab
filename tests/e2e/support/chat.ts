import type { Locator, Page } from '@playwright/test';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { type Account, type Caller, expect, type Person, test as product } from './product.ts';

export { expect };

export interface ChatFixtures {
  /** The test's own page, signed in as Ana Alves. */
  ana: Person;
  /** Ben Berg, connected with Ana, in a browser of his own. */
  ben: Person;
  /** One more person whom Ana is connected with. */
  friendOfAna: (own: Partial<Account>) => Promise<Caller>;
  /** A person's socket without a page, which sends and receives the events of a page. */
  socketOf: (person: Caller) => Promise<ChatClient>;
}

export const test = product.extend<ChatFixtures>({
  ana: async ({ page, signUp }, use) => {
    const account = await signUp({ firstName: 'Ana', lastName: 'Alves' });
    await use({ account, page, request: page.context().request });
  },

  ben: async ({ ana, anotherPerson }, use) => {
    const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Berg' });
    await befriend(ana, ben);
    await use(ben);
  },

  friendOfAna: async ({ ana, anotherCaller }, use) => {
    await use(async (own) => {
      const friend = await anotherCaller(own);
      // The friend asks: a new account may ask only a limited number of people in a day.
      await befriend(friend, ana);
      await ana.request.post('/api/notifications/read', { data: { all: true } });
      return friend;
    });
  },

  socketOf: async ({ productUrl }, use) => {
    const clients: ChatClient[] = [];
    await use(async ({ request }) => {
      const [token] = (await request.storageState()).cookies;
      const client = chatClient(productUrl, {
        prefix: '/api',
        cookie: `${token?.name}=${token?.value}`,
        origin: productUrl,
      });
      clients.push(client);
      return connected(client);
    });
    for (const client of clients) client.close();
  },
});

/** Both show interest, which makes a connection. */
export async function befriend(one: Caller, other: Caller): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const reply = await from.request.post(`/api/request/interested/${to.account._id}`);
    expect(reply.status()).toBe(200);
  }
  // Reads the notification of the acceptance, which would be in every count.
  await one.request.post('/api/notifications/read', { data: { all: true } });
}

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message / });
export const log = (page: Page): Locator => page.getByRole('log');
export const bubbles = (page: Page): Locator => log(page).locator('[data-message]');

export async function openChat({ page }: Pick<Person, 'page'>, peer: Caller): Promise<void> {
  await page.goto(`/chat/${peer.account._id}`);
  await expect(composer(page)).toBeVisible();
}

export async function say({ page }: Pick<Person, 'page'>, text: string): Promise<void> {
  await composer(page).fill(text);
  // On touch, Enter begins a new line.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** The texts of the thread in order. */
export async function texts(page: Page): Promise<string[]> {
  return bubbles(page).locator('p.whitespace-pre-wrap').allTextContents();
}

/** Waits for the socket: the header then shows the other person's presence. */
export async function isLive(page: Page): Promise<void> {
  await expect(page.getByText(/^(Online|Offline)$/).first()).toBeVisible();
}

export async function goOffline({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible();
}

/** Opens a path, and resolves when the page's socket is connected. */
export async function openLive(page: Page, path: string): Promise<void> {
  const live = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/api/socket.io/'))
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')));
  await page.goto(path);
  await live;
}

/** Writes many messages one after the other. */
export async function sayMuch(socket: ChatClient, peer: Caller, count: number): Promise<void> {
  for (let i = 1; i <= count; i += 1)
    expect(await socket.ask('sendMessage', { targetUserId: peer.account._id, text: `line ${i}` })).toMatchObject({
      ok: true,
    });
}
