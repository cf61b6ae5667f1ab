import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

test('a person is found in the palette by keys alone, with a typing mistake, and stands first the next time', {
  tag: '@sweep',
}, async ({ page, signUp, anotherCaller }) => {
  const own = await signUp();
  const { account: peer, request } = await anotherCaller({ firstName: 'Quillon', lastName: 'Marsh' });
  await request.post(`/api/request/interested/${own._id}`);
  await page.request.post(`/api/request/interested/${peer._id}`);
  await page.goto('/projects');
  const link = page.getByRole('link', { name: 'Create a Project' }).first();
  await link.focus();
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const input = palette.getByRole('combobox');
  // The key listeners load after the screen.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await page.keyboard.type('quilln');
  const option = palette.getByRole('option', { name: 'Quillon Marsh' });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Quillon Marsh' })).toBeVisible();
  await expect(palette).toBeHidden();

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.getByRole('button', { name: 'Find anything' }).click();
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(/Quillon Marsh/);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeFocused();
});
