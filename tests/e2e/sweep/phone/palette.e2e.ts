import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

test('the palette opens from the top bar of a phone, fits its smallest screen, and closes by a press beside it', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.getByRole('button', { name: 'Find anything' }).click();
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expectAccessible(page);
  const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(isWider)).toBe(false);
  await page.mouse.click(160, 630);
  await expect(palette).toBeHidden();

  await page.getByRole('button', { name: 'Find anything' }).click();
  await palette.getByRole('combobox').fill('setings');
  await palette.getByRole('option', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
