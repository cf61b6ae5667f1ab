import { expect, test } from '#tests/e2e/support/chat.ts';

test('the feed says that no new person can be asked today, brings the card back, and goes on', async ({
  page,
  ana,
  anotherCaller,
}) => {
  test.slow();
  const people: { _id: string }[] = await (await ana.request.get('/api/user/feed?limit=40&order=newest')).json();
  const asked = people.slice(2).map(({ _id }) => _id);
  while (asked.length < 50) asked.push((await anotherCaller()).account._id);
  for (const id of asked) expect((await ana.request.post(`/api/request/interested/${id}`)).status()).toBe(200);
  await page.goto('/feed');
  await page.getByRole('button', { name: 'Interested' }).first().click();
  await expect(page.getByRole('alert').filter({ hasText: 'You can ask 50 new people in 24 hours.' })).toBeVisible();
  const ignored = page.waitForResponse(/request\/ignored/);
  await page.getByRole('button', { name: 'Ignore' }).first().click();
  expect((await ignored).status()).toBe(200);
});
