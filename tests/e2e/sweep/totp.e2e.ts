import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';
import { AuthenticatorApp } from '#tests/support/authenticator-app.ts';

async function typePassword(page: Page, { emailId, password }: { emailId: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email Id').fill(emailId);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/setting');
  await page.getByRole('button', { name: 'Log out', exact: true }).last().click();
  await expect(page).toHaveURL(/\/(login)?$/);
}

test('two-step login is switched on, asked for, passed with a code and with a recovery code, and switched off', async ({
  page,
  productUrl,
  anotherCaller,
}) => {
  const { account } = await anotherCaller();
  await typePassword(page, account);
  await expect(page).toHaveURL(`${productUrl}/feed`);

  await page.goto('/setting');
  const card = page.locator('section.card').filter({ has: page.getByRole('heading', { name: 'Two-step login' }) });
  await card.getByRole('button', { name: 'Switch on' }).click();
  await card.getByLabel('Your password', { exact: true }).fill(account.password);
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const app = new AuthenticatorApp(((await card.locator('code').textContent()) ?? '').replaceAll(' ', ''));
  // The code of the step before switches it on, so that the login can use the present one.
  await card.getByLabel('2. The code that the app shows').fill(app.code(-1));
  await card.getByRole('button', { name: 'Switch on' }).click();
  const listed = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allTextContents();
  const downloaded = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  expect((await downloaded).suggestedFilename()).toBe('dotcode-recovery-codes.txt');
  await card.getByRole('button', { name: 'I have kept them' }).click();
  await expect(card).toContainText('10 recovery codes are left');

  await logOut(page);
  await typePassword(page, account);
  const field = page.getByLabel('Code from your app or a recovery code');
  await expect(field).toBeFocused();
  await field.fill(app.wrongCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not right, or was used already. Wait for the next one.')).toBeVisible();
  await expect(field).toHaveValue(app.wrongCode());
  await field.fill(app.code());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${productUrl}/feed`);

  await logOut(page);
  await typePassword(page, account);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(account.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await field.fill((codes[0] ?? '').toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${productUrl}/feed`);

  await page.goto('/setting');
  await expect(card).toContainText('9 recovery codes are left');
  await card.getByRole('button', { name: 'Switch off' }).click();
  await card.getByLabel('Your password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await logOut(page);
  await typePassword(page, account);
  await expect(page).toHaveURL(`${productUrl}/feed`);
});
