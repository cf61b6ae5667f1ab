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
