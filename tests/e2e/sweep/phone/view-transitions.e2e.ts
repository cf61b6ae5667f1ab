import {
  expect,
  expectMoves,
  expectThereAndBack,
  linkTo,
  moves,
  openFromDetail,
  test,
} from '#tests/e2e/support/view-transitions.ts';

test.use({ reducedMotion: 'no-preference' });

test('face and name move between the connections and a conversation, and back', async ({ page, ben }) => {
  const chat = `/chat/${ben.account._id}`;
  await openFromDetail(page, chat, 'Connections');
  await expectThereAndBack(page, linkTo(page, chat), ['face', 'title']);
});

test('face and name move between the messages and a conversation, and back by its link', async ({ page, ben }) => {
  const chat = `/chat/${ben.account._id}`;
  await openFromDetail(page, chat, 'Messages');
  await expectThereAndBack(page, linkTo(page, chat), ['face', 'title']);
  const before = await moves(page);
  await linkTo(page, chat).click();
  await expectMoves(page, [...before, ['face', 'title']]);
  await page.getByRole('link', { name: 'Back to messages' }).click();
  await expectMoves(page, [...before, ['face', 'title'], ['face', 'title']]);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused();
});
