import { bubbles, composer, expect, isLive, log, openChat, test } from '#tests/e2e/support/chat.ts';

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
