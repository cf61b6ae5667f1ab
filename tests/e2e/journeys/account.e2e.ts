import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

test('a profile is edited with a preview, and what is wrong is said by field', { tag: '@phone' }, async ({
  page,
  signUp,
  isMobile,
}) => {
  await signUp({ firstName: 'Edda', lastName: 'Editor' });
  await page.goto('/profile/edit');
  const first = page.getByLabel('First name');
  await expect(first).toHaveValue('Edda');
  await expectAccessible(page);
  await first.fill('E');
  await page.getByText('Use a link instead').click();
  await page.getByLabel('Photo link').fill('not a link');
  await page.getByRole('button', { name: 'Save' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Some fields need another look' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveCount(2);
  await expect(first).toHaveAccessibleDescription(/2 to 40 characters/);
  await expectAccessible(page);

  await first.fill('Eddie');
  await page.getByLabel('Photo link').fill('');
  await page.getByLabel('About').fill('I write <b>tools</b>.');
  const skills = page.getByRole('combobox', { name: 'Skills' });
  await skills.fill('Rust,');
  await skills.fill('Zig');
  await skills.press('Enter');
  await skills.pressSequentially('postgrs');
  await expect(page.getByRole('option', { name: 'PostgreSQL' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await skills.press('Enter');
  await page.getByRole('button', { name: 'Remove PostgreSQL' }).click();
  await page.getByRole('button', { name: 'Remove Rust' }).click();
  await expect(page.getByRole('button', { name: 'Remove Zig' })).toBeFocused();
  if (isMobile) await page.getByRole('tab', { name: 'Preview' }).click();
  const preview = page.getByLabel('Preview of your profile').filter({ visible: true });
  await expect(preview).toContainText('Eddie Editor');
  await expect(preview).toContainText('I write <b>tools</b>.');
  if (isMobile) await page.getByRole('tab', { name: 'Form' }).click();
  await page.route('**/api/profile/edit', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Save' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Not saved.' });
  await expect(refusal).toBeVisible();
  if (isMobile) {
    const bottom = await refusal.evaluate((each) => each.getBoundingClientRect().bottom);
    expect(bottom, 'above the dock').toBeLessThanOrEqual((await page.locator('[data-dock]').boundingBox())?.y ?? 0);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
  await page.getByRole('link', { name: 'Back to profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eddie Editor');
  await page.reload();
  await expect(page.getByText('I write <b>tools</b>.')).toBeVisible();
});

test('the theme changes at once, in every tab, and stays', async ({ page, context, signUp }) => {
  await signUp();
  await page.goto('/setting?section=appearance');
  const second = await context.newPage();
  await second.goto('/feed');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
  await second.reload();
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
});
