import { expect, test } from '#tests/e2e/support/product.ts';
import { expectSpecifiedToasts } from '#tests/e2e/support/toast-area.ts';

test('toasts: three at most, bottom right, 356 px wide, 14 px apart, four seconds, swiped away by 20 px', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/profile');
  const copyLink = page.getByRole('button', { name: 'Copy link' });
  await expect(copyLink).toBeVisible();
  await expectSpecifiedToasts(page, () => copyLink.press('Enter'));
});
