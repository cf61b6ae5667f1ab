import { expect, test } from '#tests/e2e/support/product.ts';

test.use({ reducedMotion: 'no-preference' });

test('a name from right to left stands where every name stands', async ({ page, signUp }) => {
  await signUp({ firstName: 'محمد', lastName: 'خالد' });
  await page.goto('/profile');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const [start, written] = await heading.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [each.getBoundingClientRect().left, range.getBoundingClientRect().left];
  });
  expect(Math.abs((written ?? 0) - (start ?? 0))).toBeLessThan(2);
});

test('what is set about the look is seen', async ({ page, signUp }) => {
  await signUp();
  const rootStyle = (property: string) =>
    page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), property);
  await page.goto('/setting?section=appearance');
  const card = page.locator('section.card').first();
  const padding = () => card.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingTop));
  const roomy = await padding();
  await page.getByRole('radio', { name: 'Compact' }).check();
  await expect.poll(padding).toBeLessThan(roomy);
  await page.getByRole('radio', { name: 'Comfortable' }).check();
  await expect.poll(padding).toBe(roomy);

  const bright = await rootStyle('background-color');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(() => rootStyle('background-color')).not.toBe(bright);

  await page.goto('/setting?section=accessibility');
  const larger = page.getByRole('checkbox', { name: 'Larger text' });
  await larger.check();
  await expect.poll(() => rootStyle('font-size')).toBe('17.92px');
  const track = () => larger.evaluate((element) => getComputedStyle(element).backgroundColor);
  const on = await track();
  await larger.uncheck();
  await expect.poll(track, 'a switch that is on looks different').not.toBe(on);
  await page.getByRole('checkbox', { name: 'Underline links' }).check();
  await page.getByRole('radio', { name: 'Reduce' }).check();
  await page.goto('/search?q=re');
  const result = page.getByRole('tabpanel').getByRole('link').first();
  await expect(result).toHaveCSS('text-decoration-line', 'underline');
  await expect(page.locator('[data-dock], header').first()).toHaveCSS('transition-duration', '0.001s');
});
