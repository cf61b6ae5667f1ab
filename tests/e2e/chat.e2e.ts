import type { BrowserContext, Locator, Page } from '@playwright/test';
import { chatClient, connected } from '#tests/support/chat-client.ts';
import { expectAccessible } from './support/accessibility.ts';
import { type Account, expect, test } from './support/product.ts';

interface Person {
  account: Account;
  page: Page;
}

/** Two people who are connected, each in a browser of their own. */
async function pair(
  page: Page,
  signUp: (own?: Partial<Account>) => Promise<Account>,
  anotherPerson: (own?: Partial<Account>) => Promise<Person>,
): Promise<{ ana: Person; ben: Person }> {
  const ana = { account: await signUp({ firstName: 'Ana', lastName: 'Alves' }), page };
  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Berg' });
  await connect(ana, ben);
  return { ana, ben };
}

async function connect(one: Person, other: Person): Promise<void> {
  const asked = await one.page.context().request.post(`/api/request/interested/${other.account._id}`);
  expect(asked.status()).toBe(200);
  const accepted = await other.page.context().request.post(`/api/request/interested/${one.account._id}`);
  expect(accepted.status()).toBe(200);
}

async function openChat({ page }: Person, peer: Person): Promise<void> {
  await page.goto(`/chat/${peer.account._id}`);
  await expect(composer(page)).toBeVisible();
}

const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message / });
const log = (page: Page): Locator => page.getByRole('log');
const bubbles = (page: Page): Locator => log(page).locator('[data-message]');

async function say({ page }: Person, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

async function texts(page: Page): Promise<string[]> {
  return bubbles(page).locator('p.whitespace-pre-wrap').allTextContents();
}

async function isLive(page: Page): Promise<void> {
  await expect(page.getByText(/^(Online|Offline)$/).first()).toBeVisible();
}

test('two people write to each other, see each other typing, and see what was read', async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openChat(ana, ben);
  await openChat(ben, ana);
  await expect(ana.page.getByText('Online', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: /what are you working on/ }).click();
  await expect(composer(page)).toHaveValue(/working on/);
  await composer(page).fill('Hello Ben');
  await composer(page).press('Enter');
  await expect(bubbles(ben.page)).toContainText(['Hello Ben']);
  await expect(ana.page.getByText('Seen')).toBeVisible();

  await composer(ben.page).pressSequentially('Hel');
  await expect(page.getByText('Ben is typing…')).toBeVisible();
  await say(ben, 'Hello Ana');
  await expect(bubbles(page)).toContainText(['Hello Ben', 'Hello Ana']);
  await expect(page.getByText('Ben is typing…')).toBeHidden();

  for (const person of [ana, ben]) expect(await texts(person.page)).toEqual(['Hello Ben', 'Hello Ana']);
  await page.reload();
  await expect(bubbles(page)).toHaveCount(2);
  expect(await texts(page)).toEqual(['Hello Ben', 'Hello Ana']);
});

test('links and code are shown as such, and nothing else is', async ({ page, signUp, anotherPerson }) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openChat(ana, ben);
  await say(ana, 'See https://example.com/a_(b). **No** <b>markup</b> but `code`');
  await say(ana, '```ts\nconst a = 1;\n```');
  const link = log(page).getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://example.com/a_(b)');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(log(page).getByText('**No** <b>markup</b> but')).toBeVisible();
  await expect(log(page).locator('code').first()).toHaveText('code');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await log(page).getByRole('button', { name: 'Copy' }).click();
  await expect(log(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const a = 1;');
});

test('what is written without a connection waits, and is sent in order and once when it is back', async ({
  page,
  context,
  signUp,
  anotherPerson,
}) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openChat(ana, ben);
  await openChat(ben, ana);
  await isLive(page);
  await say(ana, 'before');
  await expect(bubbles(ben.page)).toHaveCount(1);

  await goOffline(context, page);
  for (const text of ['one', 'two', 'three']) await say(ana, text);
  await expect(page.getByText('Will send when you are back')).toHaveCount(3);
  await say(ben, 'meanwhile');

  await context.setOffline(false);
  await expect(bubbles(ben.page)).toHaveCount(5);
  await expect(bubbles(page)).toHaveCount(5);
  const expected = ['before', 'meanwhile', 'one', 'two', 'three'];
  for (const person of [ana, ben]) await expect.poll(() => texts(person.page)).toEqual(expected);
  await expect(page.getByText('Will send when you are back')).toHaveCount(0);
});

test('what waits survives a reload of the page', async ({ page, context, signUp, anotherPerson }) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openChat(ana, ben);
  await isLive(page);
  await goOffline(context, page);
  await say(ana, 'still here');
  await expect(page.getByText('Will send when you are back')).toBeVisible();
  await context.setOffline(false);
  await page.goto('/feed');
  await openChat(ben, ana);
  await expect(bubbles(ben.page)).toContainText(['still here']);
  expect(await texts(ben.page)).toEqual(['still here']);
});

test('a message reaches every tab, is counted where it is not read, and read everywhere at once', async ({
  page,
  context,
  signUp,
  anotherPerson,
}) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openLive(page, '/profile');
  const second = await context.newPage();
  await openLive(second, '/connection');
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Connections (1)');
  await openChat(ben, ana);
  await isLive(ben.page);
  await say(ben, 'Are you there?');

  await expect(page.getByText('Ben Berg: Are you there?')).toBeVisible();
  for (const tab of [page, second]) {
    await expect(tab).toHaveTitle(/^\(1\) /);
    await expect(tab.getByRole('navigation').getByText(/1\s*unread message/)).toBeAttached();
  }
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.getByText('New', { exact: true })).toBeVisible();
  for (const tab of [page, second]) await expect(tab).not.toHaveTitle(/^\(/);
  await expect(ben.page.getByRole('log')).toContainText('Are you there?');
});

test('follows only whoever is at the end, and loads older messages in place', async ({
  page,
  signUp,
  anotherPerson,
  productUrl,
}) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  // Ana answered last, so she has read everything and the thread opens at its end.
  await sayMuch(ben, ana, 30, productUrl);
  await sayMuch(ana, ben, 30, productUrl);
  await openChat(ben, ana);
  await openChat(ana, ben);
  await isLive(page);
  await expect(bubbles(page)).toHaveCount(50);
  await expect(bubbles(page).last()).toBeInViewport();
  const thread = page.getByRole('region', { name: 'Conversation with Ben Berg' });
  await thread.evaluate((box) => box.scrollTo(0, 0));
  const first = log(page).getByText('line 11', { exact: true }).first();
  await expect(bubbles(page)).toHaveCount(60);
  // What was at the top stayed in view while ten messages were put above it.
  await expect(first).toBeInViewport();
  expect(await thread.evaluate((box) => box.scrollTop)).toBeGreaterThan(200);

  await say(ben, 'news below');
  await page.getByRole('button', { name: '1 new message' }).click();
  await expect(log(page).getByText('news below')).toBeInViewport();
  await say(ben, 'followed');
  await expect(log(page).getByText('followed')).toBeInViewport();
});

// A phone has no Alt key.
test('keys: Alt+Up and Alt+Down change the conversation, drafts stay with their person', { tag: '@desktop' }, async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  const cem = await anotherPerson({ firstName: 'Cem', lastName: 'Can' });
  await connect(ana, cem);
  await openChat(ana, ben);
  await composer(page).fill('for Ben only');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cem Can');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ben Berg');
  await expect(composer(page)).toHaveValue('for Ben only');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-conversation]:focus')).toHaveAttribute('data-conversation', ben.account._id);
});

test('finds in a conversation', async ({ page, signUp, anotherPerson }) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openChat(ana, ben);
  for (const text of ['red apple', 'green pear', 'green apple']) await say(ana, text);
  await expect(bubbles(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  await page.getByRole('button', { name: 'Find in conversation' }).click();
  await page.getByRole('searchbox', { name: 'Find in conversation' }).fill('Apple');
  await expect(page.getByText('2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous match' }).click();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expect(log(page).locator('mark')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Find in conversation' }).press('Escape');
  await expect(log(page).locator('mark')).toHaveCount(0);
});

test('who is not connected is told so', async ({ page, signUp, anotherPerson }) => {
  await signUp();
  const stranger = await anotherPerson();
  await page.goto(`/chat/${stranger.account._id}`);
  await expect(page.getByText('You can chat once you are both connected')).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'View profile' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/profile/${stranger.account._id}$`));
});

test('a request and its acceptance are told where they happen', async ({ page, signUp, anotherPerson }) => {
  const ana = { account: await signUp({ firstName: 'Ana' }), page };
  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Berg' });
  await openLive(page, '/profile');
  await openLive(ben.page, '/profile');
  await ben.page.context().request.post(`/api/request/interested/${ana.account._id}`);
  await expect(page.getByText('Ben Berg wants to connect with you.')).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.getByRole('button', { name: 'See request' }).click();
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await expect(ben.page.getByText('You are connected with Ana Person.')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Say hello' }).click();
  await expect(composer(ben.page)).toBeVisible();
});

test('a session that is ended elsewhere says so, and keeps the draft', async ({
  page,
  signUp,
  anotherPerson,
  browser,
  productUrl,
}) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openChat(ana, ben);
  await isLive(page);
  await composer(page).fill('half a thought');
  const elsewhere = await browser.newContext({ baseURL: productUrl });
  const { emailId, password } = ana.account;
  await elsewhere.request.post('/api/login', { data: { emailId, password } });
  const newPassword = 'An0ther!pass';
  await elsewhere.request.patch('/api/profile/password', {
    data: { currentPassword: password, newPassword, password: newPassword },
  });
  await elsewhere.close();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
});

test('the chat passes axe in both themes', async ({ page, signUp, anotherPerson }) => {
  const { ana, ben } = await pair(page, signUp, anotherPerson);
  await openChat(ana, ben);
  await isLive(page);
  await expectAccessible(page);
  await say(ana, 'With `code` and https://example.com\n```js\n1\n```');
  await openChat(ben, ana);
  await say(ben, 'An answer');
  await expect(bubbles(page)).toHaveCount(2);
  await expectAccessible(page);
});

async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible();
}

/** Writes many messages at once, without a page. */
async function sayMuch(from: Person, peer: Person, count: number, productUrl: string): Promise<void> {
  const [token] = await from.page.context().cookies(productUrl);
  const client = await connected(
    chatClient(productUrl, { prefix: '/api', cookie: `${token?.name}=${token?.value}`, origin: productUrl }),
  );
  for (let i = 1; i <= count; i += 1)
    expect(await client.ask('sendMessage', { targetUserId: peer.account._id, text: `line ${i}` })).toMatchObject({
      ok: true,
    });
  client.close();
}

/** Opens a path, and resolves when the page hears news. */
async function openLive(page: Page, path: string): Promise<void> {
  const live = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/api/socket.io/'))
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')));
  await page.goto(path);
  await live;
}
