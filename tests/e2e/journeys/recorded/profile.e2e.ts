import { expect, test } from '#tests/e2e/support/recorded-app.ts';

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
