import { expect } from '@playwright/test';
import { test } from '#tests/e2e/support/outage.ts';

// The whole table of screens and outages is client/app/recovery.test.tsx.

test('a reload during an outage keeps its address and goes on by itself', async ({ behind: { page, plug } }) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible();
  await plug.pull();
  await page.reload();
  await expect(page.getByText('Still trying')).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await plug.putBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/profile$/);
});

test('screens that were opened during an outage come by themselves', async ({ behind: { page, plug } }) => {
  await page.goto('/create-project');
  await page.getByLabel('Name', { exact: true }).fill('Quill');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Quill' })).toBeVisible();
  await page.goto('/setting');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await plug.pull();
  await page.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByText('These projects could not be loaded')).toBeVisible();
  await plug.putBack();
  await expect(page.getByRole('link', { name: 'Quill' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('These projects could not be loaded')).toHaveCount(0);
});

test('what is open stays during an outage, without an error', async ({ behind: { page, plug } }) => {
  await page.goto('/projects');
  await expect(page.getByText('Show what you are building')).toBeVisible();
  const failed = page.waitForResponse(
    (response) => response.url().includes('/api/myprojects') && response.status() >= 500,
  );
  await plug.pull();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await failed;
  await expect(page.getByText('Show what you are building')).toBeVisible();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  await plug.putBack();
});
