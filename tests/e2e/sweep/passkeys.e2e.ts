import { expect, test } from '#tests/e2e/support/product.ts';

test('the email field offers passkeys where the address has a name, and nothing shows under 127.0.0.1', async ({
  page,
  productUrl,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email Id').focus();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
  await expect(page.getByLabel('Email Id')).toHaveAttribute('autocomplete', 'username webauthn');
  await page.goto(`${productUrl.replace('localhost', '127.0.0.1')}/login`);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  await page.getByLabel('Email Id').focus();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);
  await expect(page.getByLabel('Email Id')).toHaveAttribute('autocomplete', 'username');
});
