import {
  befriend,
  bubbles,
  composer,
  expect,
  goOffline,
  isLive,
  log,
  openChat,
  say,
  test,
  texts,
} from './support/chat.ts';
import { logIn } from './support/product.ts';

test('what is written without a connection waits, and is sent in order and once when it is back', {
  tag: '@desktop',
}, async ({ page, context, ana, ben }) => {
  await openChat(ana, ben);
  await openChat(ben, ana);
  await isLive(page);
  await say(ana, 'before');
  await expect(bubbles(ben.page)).toHaveCount(1);

  await goOffline(ana);
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

test('what waits outlives its page, and is sent in order by the next one', { tag: '@desktop' }, async ({
  page,
  context,
  ana,
  ben,
}) => {
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

test('a draft is kept for its person and its user, and for nobody else at this browser', { tag: '@desktop' }, async ({
  page,
  context,
  ana,
  ben,
  friendOfAna,
  anotherCaller,
}) => {
  const cem = await friendOfAna({ firstName: 'Cem', lastName: 'Can' });
  await openChat(ana, ben);
  await composer(page).fill('for Ben only');
  await openChat(ana, cem);
  await expect(composer(page)).toHaveValue('');
  await openChat(ana, ben);
  await expect(composer(page)).toHaveValue('for Ben only');

  // Somebody else at the same browser, who writes to the same person.
  const dua = await anotherCaller({ firstName: 'Dua' });
  await befriend(dua, ben);
  await context.clearCookies();
  await logIn(page, dua.account);
  await openChat({ ...dua, page }, ben);
  await expect(composer(page)).toHaveValue('');
  await context.clearCookies();
  await logIn(page, ana.account);
  await openChat(ana, ben);
  await expect(composer(page)).toHaveValue('for Ben only');
});

test('Enter ends the composition of an input method and sends nothing', { tag: '@desktop' }, async ({
  page,
  ana,
  ben,
}) => {
  await openChat(ana, ben);
  await isLive(page);
  await composer(page).focus();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'にほn', selectionStart: 3, selectionEnd: 3 });
  await expect(composer(page)).toHaveValue('にほn');
  await page.keyboard.press('Enter');
  await devtools.send('Input.insertText', { text: '日本' });
  await expect(composer(page)).toHaveValue(/日本/);
  await expect(log(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(bubbles(page)).toContainText(['日本']);
  await expect(bubbles(page)).toHaveCount(1);
});
