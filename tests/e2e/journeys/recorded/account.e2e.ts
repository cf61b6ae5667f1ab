import { expect, samplePassword, test } from '#tests/e2e/support/recorded-app.ts';

test('logging in leads to the feed, and a reload stays there', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email Id').fill('ASHA@example.com');
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await page.reload();
  await expect(page).toHaveURL(/\/feed$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/feed$/);
});

test('the edit form knows about and skills, which the profile call leaves out, and keeps them over a reload', async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('asha', '/profile/edit');
  await expect(page.getByLabel('About')).toHaveValue('Compilers by day, gardens by night.');
  await expect(page.getByRole('button', { name: 'Remove TypeScript' })).toBeVisible();
  await page.getByLabel('About').fill('Gardens all day.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
  expect(recorded.network.people.asha).toMatchObject({
    about: 'Gardens all day.',
    skills: ['TypeScript', 'React'],
    firstName: 'Asha',
  });
  await page.reload();
  await expect(page.getByLabel('About')).toHaveValue('Gardens all day.');
});

test('a start reports nothing on the console', async ({ page, openAs }) => {
  const reported: string[] = [];
  page.on('console', (message) => {
    // This upstream knows no capabilities, and its members' pictures are on a host that the test does not reach.
    const { pathname, hostname } = new URL(message.location().url || page.url());
    if (pathname === '/api/capabilities' || hostname !== '127.0.0.1') return;
    if (message.type() === 'error' || message.type() === 'warning') reported.push(message.text());
  });
  await openAs('asha', '/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(reported).toEqual([]);
});
