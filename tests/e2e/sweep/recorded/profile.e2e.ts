import { expect, samplePassword, test } from '#tests/e2e/support/recorded-app.ts';

test('changing the password never sends what would make the upstream exit', async ({ openAs, recorded }) => {
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
