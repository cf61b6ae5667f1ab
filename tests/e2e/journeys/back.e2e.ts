import type { Locator, Page } from '@playwright/test';
import { befriend } from '#tests/e2e/support/chat.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Opens an item far down a list with the keyboard. */
async function openByKey(page: Page, item: Locator): Promise<void> {
  // On a busy machine the window was once still at its top after the focus; why is not known.
  await expect(async () => {
    await item.focus();
    expect(await scrollTop(page), 'the list is longer than the screen').toBeGreaterThan(0);
  }).toPass();
  const from = page.url();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => scrollTop(page)).toBe(0);
}

/** The link that had led on has the focus again, and is in the window. */
async function expectBackAt(item: Locator): Promise<void> {
  await expect(item).toBeFocused();
  await expect(item).toBeInViewport();
}

/** Low enough that every list is longer than the screen. */
test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 460 });
});

test('Back leads to the project, also when its list has to be loaded again, and Forward to where that led', {
  tag: '@sweep',
}, async ({ page, signUp }) => {
  await page.clock.install();
  await signUp();
  await page.goto('/projects?tab=explore');
  const item = page.getByRole('tabpanel').locator('.card-link').nth(6);
  await expect(item).toBeVisible();
  await openByKey(page, item);
  const there = page.url();
  // Longer than an unused answer is kept.
  await page.clock.runFor(90_000);
  await page.goBack();
  await expectBackAt(item);
  await page.goForward();
  await expect(page).toHaveURL(there);
  await page.goBack();
  await expectBackAt(item);
});

test('where the item is gone, Back leads to the heading', { tag: '@sweep' }, async ({ page, signUp }) => {
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

test('Back leads to the same place in the feed, the requests, the results of a search and the list of chats', {
  tag: '@sweep',
}, async ({ page, signUp, anotherCaller }) => {
  await page.setViewportSize({ width: 390, height: 460 });
  const own = { account: await signUp(), request: page.context().request };
  for (let i = 0; i < 8; i += 1) {
    await befriend(await anotherCaller({ firstName: 'Frieda' }), own);
    const asker = await anotherCaller({ firstName: 'Asker' });
    await asker.request.post(`/api/request/interested/${own.account._id}`);
  }
  const main = page.getByRole('main');
  for (const [path, items] of [
    ['/feed?view=list', main.getByRole('article').getByRole('heading', { level: 2 }).getByRole('link')],
    ['/requests', main.locator('[data-request] a[data-row]')],
    ['/search?q=re', page.getByRole('tabpanel').getByRole('link')],
    ['/messages', main.locator('a[data-conversation]')],
  ] as const) {
    await page.goto(path);
    const item = items.nth(6);
    await expect(item, path).toBeAttached();
    const address = await item.getAttribute('href');
    await item.focus();
    await expect(items.first(), 'the list is longer than the screen').not.toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${address}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.goBack();
    await expectBackAt(main.locator(`a[href="${address}"]`).first());
  }
});
