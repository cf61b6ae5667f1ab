import { expect, test } from '#tests/e2e/support/recorded-app.ts';
import { expectSpecifiedToasts } from '#tests/e2e/support/toast-area.ts';

test('toasts: three at most, bottom right, 356 px wide, 14 px apart, four seconds, swiped away by 20 px', async ({
  openAs,
}) => {
  const page = await openAs('asha', '/profile');
  const copyLink = page.getByRole('button', { name: 'Copy link' });
  await expect(copyLink).toBeVisible();
  await expectSpecifiedToasts(page, () => copyLink.press('Enter'));
});

test('an unknown address is the router’s 404', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: 'No route matches URL' })).toBeVisible();
  await expect(page.getByText('No route matches URL "/nowhere"')).toBeVisible();
});
