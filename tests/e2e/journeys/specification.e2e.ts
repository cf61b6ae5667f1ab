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
  // The animation of the removal: 200 ms.
  await page.clock.runFor(100);
  await expect(all).toHaveCount(1);
  await page.clock.runFor(100);
  await expect(all).toHaveCount(0);

  // A slow swipe of less than 20 px takes no toast away; one of 20 px does.
  await say();
  await untilThereAre(page, all, 1);
  await page.clock.runFor(500);
  const { x, y } = (await all.boundingBox()) ?? { x: 0, y: 0 };
  for (const [by, isGone] of [
    [19, 'false'],
    [20, 'true'],
  ] as const) {
    await page.mouse.move(x + 60, y + 20);
    await page.mouse.down();
    await page.clock.runFor(1000);
    await page.mouse.move(x + 60, y + 20 + by, { steps: by });
    await page.mouse.up();
    await expect(all).toHaveAttribute('data-swipe-out', isGone);
  }
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

test('a failed login is said in red under the button', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  const button = page.getByRole('button', { name: 'Login', exact: true }).first();
  await button.click();
  const failure = page.getByText('The email address or the password is wrong.');
  await expect(failure).toBeVisible();
  const [pressed, said] = await Promise.all([button.boundingBox(), failure.boundingBox()]);
  if (!pressed || !said) throw new Error('The button or the failure has no place on the page.');
  expect(said.y).toBeGreaterThanOrEqual(pressed.y + pressed.height);
  const colour = await failure.evaluate((shown) => {
    const pixel = document.createElement('canvas').getContext('2d');
    if (!pixel) throw new Error('There is no canvas.');
    pixel.fillStyle = getComputedStyle(shown).color;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data];
  });
  const [red = 0, green = 0, blue = 0] = colour;
  expect(red, `rgb ${colour}`).toBeGreaterThan(1.5 * Math.max(green, blue));
});

test('the spinner fills the page until the profile has loaded, and while the code of a screen loads', async ({
  page,
  signUp,
}) => {
  await signUp();
  const spinner = page.locator('.full-screen-spinner');
  const expectWhileHeld = async (calls: string, act: () => Promise<unknown>) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(calls, (route) => released.then(() => route.continue()));
    await act();
    await expect(spinner).toContainText('Loading, please wait...');
    await expect.poll(() => spinner.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    release();
    await expect(spinner).toHaveCount(0);
  };
  await expectWhileHeld('**/api/profile/view', () => page.goto('/setting', { waitUntil: 'commit' }));
  await expectWhileHeld('**/assets/create-project-page-*.js', async () => {
    await page.goto('/projects');
    await page.getByRole('main').getByRole('link', { name: 'Create a Project' }).first().click();
  });
  await expect(page).toHaveURL(/\/create-project$/);
});
