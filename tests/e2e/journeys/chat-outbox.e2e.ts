import { bubbles, expect, goOffline, isLive, openChat, say, test, texts } from '#tests/e2e/support/chat.ts';

test('what is written without a connection waits, and is sent in order and once when it is back', {
  tag: '@sweep',
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
