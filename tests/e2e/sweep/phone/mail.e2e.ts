import { expect, test } from '#tests/e2e/support/mail.ts';
import { expectFits } from '#tests/e2e/support/narrow-screens.ts';

test('the pages of the links fit the smallest screen, and a link without a token says so', async ({ page }) => {
  await page.goto('/verify');
  await expect(page.locator('#main')).toContainText('This link is not complete.');
  // Not the same path twice in a row: only the fragment would change, and the page would not be loaded again.
  await expectFits(page, ['/verify#token', '/reset', '/login', '/reset#token']);
});
