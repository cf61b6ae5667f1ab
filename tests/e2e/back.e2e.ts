import type { Locator, Page } from '@playwright/test';
import { type Account, expect, logIn, test } from './support/product.ts';

/** Low enough that every list is longer than the screen. */
test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 460 });
});

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** How far below the top of the window it is. */
const placeOf = async (item: Locator) => Math.round((await item.boundingBox())?.y ?? Number.NaN);

/** Opens an item far down a list with the keyboard. Resolves to its place in the window. */
async function openByKey(page: Page, item: Locator): Promise<number> {
  await item.focus();
  await page.evaluate(() => window.scrollBy({ top: 17, behavior: 'instant' }));
  expect(await scrollTop(page), 'the list is longer than the screen').toBeGreaterThan(17);
  const place = await placeOf(item);
  const from = page.url();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => scrollTop(page)).toBe(0);
  return place;
}

async function expectSamePlace(item: Locator, place: number): Promise<void> {
  await expect(item).toBeFocused();
  // A pixel is what the browser may round.
  await expect.poll(async () => Math.abs((await placeOf(item)) - place)).toBeLessThanOrEqual(1);
}

/** Opens the item and returns. */
async function expectReturn(page: Page, item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  // Waits for the parts that load late: the skills above a list, for one, would move the list before it is left.
  await page.waitForLoadState('networkidle');
  const place = await openByKey(page, item);
  await page.goBack();
  await expectSamePlace(item, place);
}

test('Back leads to the person in the feed list', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/feed?view=list');
  await expectReturn(page, page.getByRole('main').locator('[data-person]').nth(5));
});

test('Back leads to the person and to the project that were found', { tag: '@desktop' }, async ({ page, signUp }) => {
  await signUp();
  await page.goto('/search?q=re');
  await expectReturn(page, page.getByRole('tabpanel').locator('[data-row]').nth(5));
  await page.goto('/search?q=re&tab=projects');
  await expectReturn(page, page.getByRole('tabpanel').locator('.card-link').last());
});

test('Back leads to the connection, in the list as it was searched and sorted', async ({ page }) => {
  await logIn(page);
  await page.goto('/connection?order=name');
  const list = page.getByRole('main').getByRole('list');
  await page.getByLabel('Search connections').fill('a');
  await expect(page).toHaveURL(/\/connection\?order=name&q=a$/);
  await expectReturn(page, list.locator('[data-row]').last());
  await expect(page.getByLabel('Search connections')).toHaveValue('a');
});

test('Back leads to the request', { tag: '@desktop' }, async ({ page, signUp, anotherCaller }) => {
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

test('Back leads to the project, also when its list has to be loaded again, and Forward to where that led', {
  tag: '@desktop',
}, async ({ page, signUp }) => {
  await page.clock.install();
  await signUp();
  await page.goto('/projects?tab=explore');
  const item = page.getByRole('tabpanel').locator('.card-link').nth(6);
  await expect(item).toBeVisible();
  const place = await openByKey(page, item);
  const there = page.url();
  // Longer than an unused answer is kept.
  await page.clock.runFor(90_000);
  await page.goBack();
  await expectSamePlace(item, place);
  await page.goForward();
  await expect(page).toHaveURL(there);
  await page.goBack();
  await expectSamePlace(item, place);
});

test('where the item is gone, Back leads to the heading', { tag: '@desktop' }, async ({ page, signUp }) => {
  // Too narrow for the projects beside the feed: one of them may be by the same person, and link to them as well.
  await page.setViewportSize({ width: Math.min(page.viewportSize()?.width ?? 390, 1200), height: 460 });
  await signUp();
  await page.goto('/feed?view=list');
  const item = page.getByRole('main').locator('[data-person]').nth(1);
  const id = await item.getAttribute('data-person');
  await item.focus();
  await page.keyboard.press('Enter');
  // In the list every card has such a button.
  await expect(page).toHaveURL(new RegExp(`/profile/${id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const ignored = page.waitForResponse((response) => response.url().includes('/api/request/ignored/'));
  await page.getByRole('button', { name: 'Ignore', exact: true }).click();
  await ignored;
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator(`[data-person="${id}"]`)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeFocused();
});
