import { openFeed } from '#tests/e2e/support/feed.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

// Cards follow the finger and spring back.
test.use({ reducedMotion: 'no-preference' });

test('nothing moves where less motion is wanted', async ({ page, signUp }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signUp();
  await openFeed(page);
  const longest = () =>
    page.evaluate(() =>
      Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
    );
  expect(await longest()).toBeLessThanOrEqual(100);
  await page.keyboard.press('x');
  await expect(page.getByText(/ ignored$/)).toBeVisible();
  expect(await longest()).toBeLessThanOrEqual(100);
});

test('the chosen filter is told apart in forced colours', async ({ page, signUp }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signUp();
  await openFeed(page);
  const background = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await background('Best match')).not.toBe(await background('Newest'));
});
