import { expect, samplePassword, test } from '#tests/e2e/support/recorded-app.ts';

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

test('changing the password never sends what would make the upstream exit', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('asha', '/setting');
  await page.getByRole('button', { name: 'Change your password' }).click();
  const change = async (current: string, fresh: string, again: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(current);
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByLabel('Confirm new password', { exact: true }).fill(again);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  const sent = () => recorded.calls.filter(({ url }) => url === '/profile/password').length;
  await change(samplePassword, 'N3w!password', 'N3w!passwort');
  await expect(page.getByText('The two new passwords differ.')).toBeVisible();
  await change(samplePassword, samplePassword, samplePassword);
  await expect(page.getByText('The new password is the same as the current one.')).toBeVisible();
  expect(sent()).toBe(0);
  await change('not this one', 'N3w!password', 'N3w!password');
  await expect(page.getByText("Error: Password Doesn't Match", { exact: true })).toBeVisible();
  await change(samplePassword, 'N3w!password', 'N3w!password');
  await expect(page.getByText('Password changed').first()).toBeVisible();
  expect(sent()).toBe(2);
});
