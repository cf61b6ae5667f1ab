import { expect, samplePassword, test } from '#tests/e2e/support/recorded-app.ts';

test('the own profile still has about and skills after a reload', async ({ openAs }) => {
  const page = await openAs('asha', '/profile');
  for (const visit of ['first', 'reloaded']) {
    await test.step(visit, async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asha Rao');
      await expect(page.getByText('Compilers by day, gardens by night.')).toBeVisible();
      await expect(page.getByText('TypeScript', { exact: true }).first()).toBeVisible();
      await page.reload();
    });
  }
});

test('skills that came as one string are shown one by one', async ({ openAs }) => {
  const page = await openAs('goran', '/profile/edit');
  for (const skill of ['React', 'Node', 'Postgres']) {
    await expect(page.getByRole('button', { name: `Remove ${skill}` })).toBeVisible();
  }
});

test('a person without a last name can edit the rest', async ({ openAs, recorded }) => {
  const page = await openAs('ivy', '/profile/edit');
  await page.getByLabel('About').fill('Here now.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
  expect(recorded.network.people.ivy.about).toBe('Here now.');
});

test('an edit that the upstream refuses says why and keeps what was typed', async ({ openAs }) => {
  const page = await openAs('asha', '/profile/edit');
  await page.getByLabel('Photo link').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Not a valid Url');
  await expect(page.getByLabel('Photo link')).toHaveValue('');
});

test('nothing that the upstream lacks is offered', async ({ openAs }) => {
  const page = await openAs('asha', '/profile/edit');
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(page.getByLabel('Headline')).toHaveCount(0);
  await expect(page.getByLabel('GitHub link')).toHaveCount(0);
});

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
