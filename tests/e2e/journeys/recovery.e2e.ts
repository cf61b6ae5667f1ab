import { expect } from '@playwright/test';
import { keptEndpoints } from '#tests/e2e/support/offline.ts';
import { test } from '#tests/e2e/support/outage.ts';

// The whole table of screens and outages is client/app/recovery.test.tsx.

test('a reload during an outage shows what was seen, keeps its address and goes on by itself', async ({
  behind: { page, plug },
}) => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible();
  await expect.poll(() => keptEndpoints(page)).toContain('personalProjects');
  await plug.pull();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible();
  await expect(page.getByText(/^From \d/)).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await plug.putBack();
  await expect(page.getByText(/^From \d/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
});

test('screens that were opened during an outage come by themselves', { tag: '@sweep' }, async ({
  behind: { page, plug },
}) => {
  // The projects are not shown before: their kept copy would stand there during the outage.
  await page.goto('/setting');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await plug.pull();
  await page.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByText('These projects could not be loaded')).toBeVisible();
  await plug.putBack();
  await expect(page.getByText('Show what you are building')).toBeVisible();
  await expect(page.getByText('These projects could not be loaded')).toHaveCount(0);
});

test('what is open stays during an outage, without an error', { tag: '@sweep' }, async ({ behind: { page, plug } }) => {
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
