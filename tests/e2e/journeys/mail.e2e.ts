import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/mail.ts';
import { codeIn, linkIn } from '#tests/support/read-mail.ts';

// One after the other, in one worker: each worker with this product starts a browser and a product of its own.
test.describe.configure({ mode: 'default' });

const newAddress = () => `new-${process.pid}-${Date.now()}@example.com`;
const main = (page: Page) => page.locator('#main');
const banner = (page: Page) => page.getByText('Please confirm your address');

test('after the sign-up a banner asks for the address, until the button behind the link is pressed', {
  tag: '@phone',
}, async ({ page, mailTo }) => {
  const emailId = newAddress();
  await page.goto('/login');
  await page.getByRole('button', { name: 'SingUP' }).click();
  await page.getByLabel('First Name').fill('Noor');
  await page.getByLabel('Last Name').fill('Haddad');
  await page.getByLabel('Email Id').fill(emailId);
  await page.getByLabel('Password', { exact: true }).fill('Str0ng!pass');
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(banner(page)).toContainText(emailId);
  await expectAccessible(page);

  await page.goto(linkIn(await mailTo(emailId, 'verify')).path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your address');
  await expectAccessible(page);
  // Opening the link has changed nothing.
  const view = await page.request.get('/api/profile/view');
  expect(await view.json()).toMatchObject({ emailVerified: false });
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(main(page)).toContainText('Your address is confirmed.');
  await expect(page).toHaveURL(/\/verify$/);
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('a lost password is replaced by the link of a mail', async ({ page, signUp, mailTo }) => {
  const { emailId } = await signUp();
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password?');
  await expectAccessible(page);
  await page.getByLabel('Email address').fill('no address');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription('This is not an email address.');
  await page.getByLabel('Email address').fill(emailId);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(main(page)).toContainText('If there is an account with this address, a mail is on its way.');

  const { path } = linkIn(await mailTo(emailId, 'password-reset'));
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await expectAccessible(page);
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(field).toHaveAccessibleDescription(/A password needs/);
  await field.fill('Quite#Another9');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(main(page)).toContainText('Your password is changed.');
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email Id').fill(emailId);
  await page.getByLabel('Password', { exact: true }).fill('Quite#Another9');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await mailTo(emailId, 'password-changed');

  await page.goto(path);
  await page.getByLabel('New password', { exact: true }).fill('Quite#Another8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'used already' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByLabel('Email address')).toBeVisible();
});

test('the address is confirmed with the code, too', { tag: '@sweep' }, async ({ page, signUp, mailTo }) => {
  const { emailId } = await signUp();
  const code = codeIn(await mailTo(emailId, 'verify'));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Enter the code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your address' });
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('not the code');
  await expectAccessible(page);
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});
