import { expect, test } from '#tests/e2e/support/recorded-app.ts';

test('a login that the upstream does not answer says Still trying, and goes on until the user stops it', async ({
  page,
  recorded,
}) => {
  const fault = recorded.fail('POST /login', 'delay');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(/Still trying/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).first().click();
  await expect(page.getByText(/Still trying/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  fault.release();
});
