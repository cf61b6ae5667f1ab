import { bubbles, composer, expect, isLive, log, openChat, say, test } from '#tests/e2e/support/chat.ts';

test('a press beside the composer that has the focus does what it says, although the bars return', async ({
  page,
  ana,
  ben,
}) => {
  await openChat(ana, ben);
  await openChat(ben, ana);
  await isLive(page);
  await say(ben, 'Shall we?');
  const id = await bubbles(page).first().getAttribute('data-id');
  await ben.request.put(`/api/message/${id}/reaction/${encodeURIComponent('👍')}`);
  const pill = log(page).getByRole('button', { name: /^👍 / });
  await expect(pill).toBeVisible();
  await composer(page).tap();
  await expect(page.locator('[data-top-bar]')).toBeHidden();
  await pill.tap();
  await expect(pill).toHaveAccessibleName('👍 2: You and Ben Berg');
  await expect(page.locator('[data-top-bar]')).toBeVisible();
});
