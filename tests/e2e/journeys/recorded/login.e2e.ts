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

test('logging in leads to the feed, and a reload stays there', async ({ page }) => {
  await logIn(page, 'ASHA@example.com', samplePassword);
  await expect(page).toHaveURL(/\/feed$/);
  await page.reload();
  await expect(page).toHaveURL(/\/feed$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/feed$/);
});

test('a refused login says why under the button and keeps the fields', async ({ page }) => {
  await logIn(page, 'asha@example.com', 'not this one');
  await expect(failure(page).getByText('Something went wrong Invalid Credentials', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email Id')).toHaveValue('asha@example.com');
  await expect(page).toHaveURL(/\/login$/);
});

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

test('signing up leads to the own profile, and a reload stays signed in', { tag: '@sweep' }, async ({ page }) => {
  await openSignUp(page);
  await signUp(page);
  await expect(page).toHaveURL(/\/profile$/);
  await page.reload();
  await expect(page).toHaveURL(/\/profile$/);
});

test('a visitor without a session meets the landing page at every guarded address', { tag: '@sweep' }, async ({
  page,
}) => {
  for (const path of ['/feed', '/profile', '/connection', '/requests', '/projects']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Create a account' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  }
});

test('logging out ends at the landing page, and a reload stays signed out', { tag: '@sweep' }, async ({ openAs }) => {
  const page = await openAs('asha', '/setting');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page.getByRole('link', { name: 'Create a account' })).toBeVisible();
  await page.goto('/feed');
  await expect(page.getByRole('link', { name: 'Create a account' })).toBeVisible();
});
