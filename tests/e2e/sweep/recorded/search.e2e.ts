import { expect, test } from '#tests/e2e/support/recorded-app.ts';

test('search still finds people where the connections cannot be listed', async ({ openAs }) => {
  const page = await openAs('farah', '/search?q=goran');
  await expect(page.getByRole('link', { name: 'Goran Ilic', exact: true }).first()).toBeVisible();
});

test('a search keeps to the upstream’s core calls', async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/search?q=goran');
  await expect(page.getByRole('link', { name: 'Goran Ilic', exact: true }).first()).toBeVisible();
  expect(recorded.calls.filter(({ url }) => url.startsWith('/search'))).toEqual([]);
});
