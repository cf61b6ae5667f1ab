import { expect, test } from './recorded-app.ts';

test('connections are listed by name', async ({ openAs }) => {
  const page = await openAs('asha', '/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (1)');
  await expect(page.getByRole('link', { name: 'Ben Carter', exact: true })).toBeVisible();
});

test('connections that the upstream cannot list are a sentence with a way to try again', async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('farah', '/connection');
  await expect(page.getByText('The server did not accept this.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Cannot read properties');
  recorded.documents.requests.pop();
  await page.getByRole('button', { name: /retry|try again/i }).click();
  await expect(page.getByText('No connections yet')).toBeVisible();
});

test('a session that is gone is noticed by asking once more, and leads back to the start', async ({
  openAs,
  context,
}) => {
  const page = await openAs('asha', '/setting');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clearCookies();
  await page.getByRole('link', { name: 'Connections' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await page.getByRole('button', { name: 'Log in again' }).click();
  await expect(page.getByRole('link', { name: 'Create a account' })).toBeVisible();
});

test('a database that is away does not look like a session that is gone', async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/setting');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  recorded.setDatabase('unreachable');
  await page.getByRole('link', { name: 'Connections' }).first().click();
  await expect(page.getByText(/not available at the moment/).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
