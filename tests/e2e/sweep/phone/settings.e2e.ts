import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

test('each section of the settings is accessible in both themes', async ({ page, signUp }) => {
  test.slow();
  await signUp();
  await page.goto('/setting');
  await expect(page.getByRole('listitem').filter({ hasText: 'This one' })).toBeVisible();
  await expectAccessible(page);
  const sections = page.getByRole('navigation', { name: 'Settings sections' });
  for (const name of ['Appearance', 'Accessibility', 'Notifications', 'Privacy', 'Data']) {
    await sections.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeFocused();
    await expectAccessible(page);
  }
});
