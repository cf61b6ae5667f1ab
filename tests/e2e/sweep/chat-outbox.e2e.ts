import { befriend, bubbles, composer, expect, isLive, log, openChat, test } from '#tests/e2e/support/chat.ts';
import { logIn } from '#tests/e2e/support/product.ts';

test('a draft is kept for its person and its user, and for nobody else at this browser', async ({
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

test('Enter ends the composition of an input method and sends nothing', async ({ page, ana, ben }) => {
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
