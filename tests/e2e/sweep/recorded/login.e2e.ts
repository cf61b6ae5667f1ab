import type { Page } from '@playwright/test';
import { expect, samplePassword, test } from '#tests/e2e/support/recorded-app.ts';

/** The message below the button. */
const failure = (page: Page) => page.getByRole('form').getByRole('alert');

async function logIn(page: Page, emailId: string, password: string) {
  await page.goto('/login');
  await page.getByLabel('Email Id').fill(emailId);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

const newcomer = { first: 'Tess', last: 'Tester', email: 'tess@example.com', password: 'Str0ng!pass' };

async function openSignUp(page: Page) {
  await page.goto('/login');
  await page.getByRole('button', { name: 'SingUP' }).click();
}

async function signUp(page: Page, change: Partial<typeof newcomer> = {}) {
  const person = { ...newcomer, ...change };
  await page.getByLabel('First Name').fill(person.first);
  await page.getByLabel('Last Name').fill(person.last);
  await page.getByLabel('Email Id').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
}

const refusals: [title: string, change: Partial<typeof newcomer>, sentence: RegExp][] = [
  ['a weak password', { password: 'weak' }, /did not accept this/],
  ['an address that is none', { email: 'nope' }, /did not accept this/],
  ['spaces around the address', { email: ' tess@example.com ' }, /did not accept this/],
  ['no last name', { last: '' }, /did not accept this/],
  ['no first name', { first: '' }, /First name is required/],
  ['a first name of one letter', { first: 'T' }, /Invalid Name/],
  ['a last name of one letter', { last: 'T' }, /Last name has at least 2 characters/],
  ['an address over 40', { email: `${'a'.repeat(40)}@example.com` }, /Email has at most 40 characters/],
  ['a taken address', { email: 'BEN@example.com' }, /That email already has an account/],
];

test('a login while the upstream has no database says so in words', async ({ page, recorded }) => {
  recorded.setDatabase('unreachable');
  await logIn(page, 'asha@example.com', samplePassword);
  const alert = failure(page);
  await expect(alert.getByText(/not available at the moment/)).toBeVisible();
  // The words of the server stand under Details.
  await expect(alert.getByRole('paragraph').first()).not.toContainText('ECONNREFUSED');
  await expect(alert.getByRole('group')).toContainText('connect ECONNREFUSED');
});

test('a refused signup says in words what is wrong, whatever shape the refusal has', async ({ page }) => {
  await openSignUp(page);
  for (const [title, change, sentence] of refusals) {
    await test.step(title, async () => {
      await signUp(page, change);
      const message = failure(page).getByRole('paragraph').first();
      await expect(message).toHaveText(sentence);
      await expect(message).not.toContainText(/[{}`]|E11000|undefined|\[object/);
      await expect(failure(page)).not.toContainText(/[{}]|E11000|undefined|\[object/);
    });
  }
  await expect(page).toHaveURL(/\/login$/);
});

test('a signup while the upstream has no database says so in words', async ({ page, recorded }) => {
  recorded.setDatabase('unreachable');
  await openSignUp(page);
  await signUp(page);
  await expect(failure(page).getByText(/not available at the moment/)).toBeVisible();
});

test('a signup whose connection was cut says so and can be sent again', async ({ page, recorded }) => {
  const fault = recorded.fail('POST /signup', 'drop');
  await openSignUp(page);
  await signUp(page);
  await expect(failure(page).getByText(/The service/)).toBeVisible();
  fault.remove();
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test('the cookie that signout leaves behind does not pass for a session', async ({ page, context, gatewayUrl }) => {
  await context.addCookies([{ name: 'token', value: 'j%3Anull', url: gatewayUrl }]);
  await page.goto('/feed');
  await expect(page.getByRole('link', { name: 'Create a account' })).toBeVisible();
});
