import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';

/** A device in the browser that keeps passkeys and recognises its owner. */
async function addDevice(page: Page): Promise<{ recognise: (enabled: boolean) => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the device sees its owner from now on. */
    recognise: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}

test('a passkey is added and named, logs its owner in without a password, and is removed again', {
  tag: '@sweep',
}, async ({ page, productUrl, anotherCaller }) => {
  const { account } = await anotherCaller();
  const device = await addDevice(page);
  await page.goto('/login');
  await page.getByLabel('Email Id').fill(account.emailId);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`${productUrl}/feed`);

  await page.goto('/setting');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Rename' }) });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('My laptop');

  await page.getByRole('button', { name: 'Log out', exact: true }).last().click();
  await expect(page).toHaveURL(/\/(login)?$/);
  await device.recognise(false);
  await page.goto('/login');
  await page.getByLabel('Email Id').focus();
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle');
  await device.recognise(true);
  // The offer in the email field may take the passkey first, which removes the button.
  const enters = page.waitForURL(`${productUrl}/feed`);
  button.click().catch(() => undefined);
  await enters;

  await page.goto('/setting');
  await expect(row).toContainText('last used');
  await page.getByRole('button', { name: 'Log out', exact: true }).last().click();
  await expect(page).toHaveURL(/\/(login)?$/);
  await page.goto('/login');
  // The browser offers the passkey in this field, and the device of the test takes every offer.
  await page.getByLabel('Email Id').focus();
  await expect(page).toHaveURL(`${productUrl}/feed`);

  await page.goto('/setting');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);

  await page.getByRole('button', { name: 'Log out', exact: true }).last().click();
  await expect(page).toHaveURL(/\/(login)?$/);
  await page.goto('/login');
  await page.getByLabel('Email Id').focus();
  await expect(page.getByText('This passkey does not open an account here. Log in with your password.')).toBeVisible();
  await expect(page).toHaveURL(`${productUrl}/login`);
});
