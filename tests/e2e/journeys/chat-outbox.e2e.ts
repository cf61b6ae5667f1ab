import {
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
} from '#tests/e2e/support/chat.ts';

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

test('Enter ends the composition of an input method and sends nothing', { tag: '@sweep' }, async ({
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
