import { expect, test } from '#tests/e2e/support/recorded-app.ts';

test('search works on what can be seen, and says so', { tag: '@sweep' }, async ({ openAs }) => {
  const page = await openAs('asha', '/search');
  await expect(page.getByText('Searching people you have not decided on, and your connections.')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search people and projects' });
  await box.fill('goran');
  await expect(page.getByRole('link', { name: 'Goran Ilic', exact: true }).first()).toBeVisible();
  await box.fill('postgres');
  await expect(page.getByRole('link', { name: 'Goran Ilic', exact: true }).first()).toBeVisible();
  await box.fill('ben');
  await expect(page.getByRole('link', { name: 'Ben Carter' })).toBeVisible();
  await box.fill('coffee');
  // A tab that is chosen before the search is answered belongs to the previous search.
  await page.getByRole('tab', { name: /^Projects \([1-9]/ }).click();
  await expect(page.getByRole('link', { name: 'Map of cafes' })).toBeVisible();
});
