import type { Locator, Page } from '@playwright/test';
import { expectSamePlace, openByKey } from '#tests/e2e/support/back.ts';
import { type Account, expect, logIn, test } from '#tests/e2e/support/product.ts';

/** Low enough that every list is longer than the screen. */
test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 460 });
});

/** Opens the item and returns. */
async function expectReturn(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  // Waits for the parts that load late: the skills above a list, for one, would move the list before it is left.
  await page.waitForLoadState('networkidle');
  const place = await openByKey(page, item);
  await page.goBack();
  await expectSamePlace(item, place);
}

test('Back leads to the person in the feed list', { tag: '@phone' }, async ({ page, signUp }) => {
  await signUp();
  // With its first page the browser stores its time zone: a feed that is read later names the hours in common, too.
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().endsWith('/api/profile/preferences'),
  );
  await page.goto('/feed?view=list');
  await stored;
  await page.reload();
  await expectReturn(page, page.getByRole('main').locator('[data-person]').nth(5));
});

test('Back leads to the person and to the project that were found', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/search?q=re');
  await expectReturn(page, page.getByRole('tabpanel').locator('[data-row]').nth(5));
  await page.goto('/search?q=re&tab=projects');
  await expectReturn(page, page.getByRole('tabpanel').locator('.card-link').last());
});

test('Back leads to the connection, in the list as it was searched and sorted', { tag: '@phone' }, async ({ page }) => {
  await logIn(page);
  await page.goto('/connection?order=name');
  const list = page.getByRole('main').getByRole('list');
  await page.getByLabel('Search connections').fill('a');
  await expect(page).toHaveURL(/\/connection\?order=name&q=a$/);
  await expectReturn(page, list.locator('[data-row]').last());
  await expect(page.getByLabel('Search connections')).toHaveValue('a');
});

test('Back leads to the request', async ({ page, signUp, anotherCaller }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 340 });
  const own: Account = await signUp();
  for (const firstName of ['Ana', 'Ben', 'Cem']) {
    const { request } = await anotherCaller({ firstName, lastName: 'Asker' });
    const reply = await request.post(`/api/request/interested/${own._id}`);
    expect(reply.status(), await reply.text()).toBe(200);
  }
  await page.goto('/requests');
  await expectReturn(page, page.getByRole('main').locator('[data-row]').last());
});
