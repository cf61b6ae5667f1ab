import { expect, logIn, test } from '#tests/e2e/support/product.ts';

test('a changed password ends the other session, and only the new one logs in', async ({ page, signUp, browser }) => {
  const account = await signUp();
  const other = await browser.newContext({ baseURL: new URL((await page.goto('/setting'))?.url() ?? '').origin });
  const there = await other.newPage();
  await logIn(there, account);

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'This one' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Log out there/ })).toHaveCount(1);

  await page.getByRole('button', { name: 'Change your password' }).click();
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Current password', { exact: true }).fill(account.password);
  await page.getByLabel('New password', { exact: true }).fill('N3w!secret');
  await page.getByLabel('Confirm new password', { exact: true }).fill('other');
  await change.click();
  await expect(page.getByText('The two new passwords differ.')).toBeVisible();
  await expect(page.getByLabel('Confirm new password', { exact: true })).toBeFocused();
  await page.getByLabel('Confirm new password', { exact: true }).fill('N3w!secret');
  await change.click();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change your password' })).toBeFocused();

  await expect(there.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await there.goto('/login');
  await there.getByLabel('Email Id').fill(account.emailId);
  await there.getByLabel('Password', { exact: true }).fill(account.password);
  await there.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(there.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await there.getByLabel('Password', { exact: true }).fill('N3w!secret');
  await there.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(there).toHaveURL(/\/feed$/);

  await page.reload();
  await page.getByRole('button', { name: /^Log out there/ }).click();
  await expect(there.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await other.close();
});
