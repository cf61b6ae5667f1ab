import { expect } from '@playwright/test';
import { test } from '#tests/e2e/support/outage.ts';

test('one who logs out in a tab is logged out in the other', async ({ behind: { page } }) => {
  await page.goto('/setting');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other.getByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' })).toBeVisible();
  await expect(other).toHaveURL(/\/$/);
});
