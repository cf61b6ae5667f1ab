import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';

/** The numbers of section 9 of the specification, measured on a page where `say` shows one more toast. */
async function expectSpecifiedToasts(page: Page, say: () => Promise<unknown>): Promise<void> {
  const all = page.locator('[data-sonner-toast]');
  const area = page.locator('[data-sonner-toaster]');
  const visible = page.locator('[data-sonner-toast][data-visible="true"]:not([data-removed="true"])');
  // A call that is under way when the clock jumps says that it is still trying, in a toast of its own.
  await page.waitForLoadState('networkidle');
  // Time stands still but for `runFor`: on a busy machine it would pass between two steps.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);

  // At most three are visible, at the bottom right, 356 px wide and 14 px apart.
  for (let count = 0; count < 4; count += 1) {
    await say();
    await page.clock.runFor(50);
  }
  await untilThereAre(page, all, 4);
  await expect(visible).toHaveCount(3);
  await expect(area).toHaveAttribute('data-x-position', 'right');
  await expect(area).toHaveAttribute('data-y-position', 'bottom');
  await visible.first().hover();
  await page.clock.runFor(1000);
  const boxes = await boxesOf(visible);
  for (const box of boxes) expect(box.width).toBe(356);
  const [lowest, middle, upper] = boxes.toSorted((one, other) => other.y - one.y);
  if (!lowest || !middle || !upper) throw new Error('There are fewer than three toasts.');
  expect(lowest.y - (middle.y + middle.height)).toBeCloseTo(14, 0);
  expect(middle.y - (upper.y + upper.height)).toBeCloseTo(14, 0);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(width - (lowest.x + lowest.width)).toBeLessThan(48);
  expect(height - (lowest.y + lowest.height)).toBeLessThan(48);
  await page.mouse.move(10, 10);

  // Gone after four seconds.
  await page.clock.runFor(10_000);
  await expect(all).toHaveCount(0);
  await say();
  await untilThereAre(page, all, 1);
  await page.clock.runFor(3900);
  await expect(all).toHaveAttribute('data-removed', 'false');
  await page.clock.runFor(150);
  await expect(all).toHaveAttribute('data-removed', 'true');
}

/** The first one waits for its code, which no clock brings. */
async function untilThereAre(page: Page, toasts: Locator, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(5);
      return toasts.count();
    })
    .toBe(count);
}

async function boxesOf(toasts: Locator) {
  const boxes = await Promise.all((await toasts.all()).map((toast) => toast.boundingBox()));
  return boxes.filter((box) => box !== null);
}

test('toasts: three at most, bottom right, 356 px wide, 14 px apart, four seconds', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile');
  const copyLink = page.getByRole('button', { name: 'Copy link' });
  await expect(copyLink).toBeVisible();
  await expectSpecifiedToasts(page, () => copyLink.press('Enter'));
});
