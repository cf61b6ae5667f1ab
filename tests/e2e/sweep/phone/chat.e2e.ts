import { bubbles, composer, expect, log, openChat, test, texts } from '#tests/e2e/support/chat.ts';

test('on touch, Enter begins a new line and the button sends', async ({ page, ana, ben }) => {
  await openChat(ana, ben);
  await composer(page).fill('one');
  await composer(page).press('Enter');
  await composer(page).pressSequentially('two');
  await expect(composer(page)).toHaveValue('one\ntwo');
  await expect(log(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(bubbles(page)).toHaveCount(1);
  expect(await texts(page)).toEqual(['one\ntwo']);
});
