import type { Locator } from '@playwright/test';
import { befriend } from '#tests/e2e/support/chat.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

/** Low enough that every list is longer than the screen, and too narrow for the projects beside the feed. */
test.use({ viewport: { width: 390, height: 460 } });

/** The link that had led on has the focus again, and is in the window. */
async function expectBackAt(item: Locator): Promise<void> {
  await expect(item).toBeFocused();
  await expect(item).toBeInViewport();
}

test('where the item is gone, Back leads to the heading', { tag: '@sweep' }, async ({ page, signUp }) => {
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

test('Back leads to the item of each list that led on, also when the list has to be loaded again, and Forward to where that led', {
  tag: '@sweep',
}, async ({ page, signUp, anotherCaller }) => {
  test.slow();
  await page.clock.install();
  const own = { account: await signUp(), request: page.context().request };
  for (let i = 0; i < 8; i += 1) {
    await befriend(await anotherCaller({ firstName: 'Frieda' }), own);
    const asker = await anotherCaller({ firstName: 'Asker' });
    await asker.request.post(`/api/request/interested/${own.account._id}`);
  }
  const main = page.getByRole('main');
  for (const [path, items] of [
    ['/projects?tab=explore', page.getByRole('tabpanel').locator('.card-link')],
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
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    // Longer than an unused answer is kept.
    await page.clock.runFor(90_000);
    const link = main.locator(`a[href="${address}"]`).first();
    await page.goBack();
    await expectBackAt(link);
    await page.goForward();
    await expect(page).toHaveURL(`${address}`);
    await page.goBack();
    await expectBackAt(link);
  }
});
