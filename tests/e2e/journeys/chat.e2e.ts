import type { Page } from '@playwright/test';
import {
  bubbles,
  composer,
  expect,
  goOffline,
  isLive,
  log,
  openChat,
  openLive,
  say,
  sayMuch,
  test,
  texts,
} from '#tests/e2e/support/chat.ts';

test('two people write to each other, see each other typing, and see what was read', { tag: '@phone' }, async ({
  page,
  ana,
  ben,
}) => {
  await openChat(ana, ben);
  await openChat(ben, ana);
  await expect(ana.page.getByText('Online', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: /what are you working on/ }).click();
  await expect(composer(page)).toHaveValue(/working on/);
  await composer(page).fill('Hello Ben');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(bubbles(ben.page)).toContainText(['Hello Ben']);
  await expect(ana.page.getByText('Seen')).toBeVisible();

  // Typing counts for some seconds after the last letter, which a busy machine may miss.
  await expect(async () => {
    await composer(ben.page).pressSequentially('Hel');
    await expect(page.getByText('Ben is typing…')).toBeVisible({ timeout: 3000 });
  }).toPass();
  await say(ben, 'Hello Ana');
  await expect(bubbles(page)).toContainText(['Hello Ben', 'Hello Ana']);
  await expect(page.getByText('Ben is typing…')).toBeHidden();

  for (const person of [ana, ben]) expect(await texts(person.page)).toEqual(['Hello Ben', 'Hello Ana']);
  await page.reload();
  await expect(bubbles(page)).toHaveCount(2);
  expect(await texts(page)).toEqual(['Hello Ben', 'Hello Ana']);
});

test('follows only whoever is at the end, and loads older messages in place', async ({ page, ana, ben, socketOf }) => {
  // Ana answered last, so she has read everything and the thread opens at its end.
  await sayMuch(await socketOf(ben), ana, 30);
  await sayMuch(await socketOf(ana), ben, 30);
  await openChat(ben, ana);
  await openChat(ana, ben);
  await isLive(page);
  await expect(bubbles(page)).toHaveCount(50);
  await expect(bubbles(page).last()).toBeInViewport();
  const thread = page.getByRole('region', { name: 'Conversation with Ben Berg' });
  await thread.evaluate((box) => box.scrollTo(0, 0));
  const first = log(page).getByText('line 11', { exact: true }).first();
  await expect(bubbles(page)).toHaveCount(60);
  // The message at the top stayed in view while ten messages were put above it.
  await expect(first).toBeInViewport();
  expect(await thread.evaluate((box) => box.scrollTop)).toBeGreaterThan(200);

  await say(ben, 'news below');
  await page.getByRole('button', { name: '1 new message' }).click();
  await expect(log(page).getByText('news below')).toBeInViewport();
  await say(ben, 'followed');
  await expect(log(page).getByText('followed')).toBeInViewport();
});

// A phone has no Alt key.
test('keys: Alt+Up and Alt+Down change the conversation, drafts stay with their person', { tag: '@sweep' }, async ({
  page,
  ana,
  ben,
  friendOfAna,
}) => {
  await friendOfAna({ firstName: 'Cem', lastName: 'Can' });
  await openChat(ana, ben);
  await composer(page).fill('for Ben only');
  await expect(page.locator('[data-conversation]')).toHaveCount(2);
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

test('what waits outlives its page, and is sent in order by the next one', async ({ page, context, ana, ben }) => {
  await openChat(ana, ben);
  await isLive(page);
  await goOffline(ana);
  const written = ['still here', 'and this', 'and that'];
  for (const text of written) await say(ana, text);
  await expect(page.getByText('Will send when you are back')).toHaveCount(3);
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/feed');
  await openChat(ben, ana);
  await expect(bubbles(ben.page)).toHaveCount(3);
  expect(await texts(ben.page)).toEqual(written);
  await openChat({ ...ana, page: next }, ben);
  await expect(bubbles(next)).toHaveCount(3);
  expect(await texts(next)).toEqual(written);
});

const badge = (page: Page, count: number) =>
  page.getByRole('navigation').getByText(new RegExp(`^${count}\\s*unread message`));

test('a message reaches every tab and device, is counted where it is not read, and read everywhere at once', async ({
  page,
  context,
  browser,
  productUrl,
  ana,
  ben,
}) => {
  await openLive(page, '/profile');
  const second = await context.newPage();
  await openLive(second, '/messages');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Messages');
  const device = await browser.newContext({ baseURL: productUrl });
  const { emailId, password } = ana.account;
  expect((await device.request.post('/api/login', { data: { emailId, password } })).status()).toBe(200);
  const phone = await device.newPage();
  await openLive(phone, '/projects');
  await openChat(ben, ana);
  await isLive(ben.page);
  await say(ben, 'Are you there?');

  // The toast stays while the pointer rests on it.
  await page.getByText('Ben Berg: Are you there?').hover();
  for (const tab of [page, second, phone]) {
    await expect(tab).toHaveTitle(/^\(1\) /);
    await expect(badge(tab, 1)).toBeAttached();
  }
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.getByText('New', { exact: true })).toBeVisible();
  for (const tab of [page, second, phone]) await expect(tab).not.toHaveTitle(/^\(/);
  await expect(ben.page.getByRole('log')).toContainText('Are you there?');
  await device.close();
});
