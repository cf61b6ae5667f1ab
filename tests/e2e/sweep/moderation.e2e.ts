import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { act, expect, report, rowOf, test } from '#tests/e2e/support/moderation.ts';

test('a suspended person is logged out, reads why at the login, and comes back when it is undone', async ({
  page,
  signUpModerator,
  anotherCaller,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Kept-Out' });
  const reporter = await anotherCaller();
  await report(reporter, 'person', mallory.account._id);
  await mallory.page.goto('/setting');
  await expect(mallory.page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  await page.goto('/moderation');
  await rowOf(page, 'Mallory Kept-Out').click();
  await act(page, 'Suspend', 'Threats after a warning.');
  await expect(page.getByText(/^Suspended until/).first()).toBeVisible();

  const again = mallory.page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again).toBeVisible();
  await again.getByLabel('Password', { exact: true }).fill(mallory.account.password);
  await again.getByRole('button', { name: 'Log in again' }).click();
  await expect(again.getByText('The reason: Threats after a warning.')).toBeVisible();
  await again.getByRole('button', { name: 'Leave' }).click();
  await mallory.page.goto('/login');
  await mallory.page.getByLabel('Email Id').fill(mallory.account.emailId);
  await mallory.page.getByLabel('Password', { exact: true }).fill(mallory.account.password);
  await mallory.page.getByRole('button', { name: 'Login', exact: true }).click();
  const refusal = mallory.page.locator('#login-error');
  await expect(refusal).toContainText('The reason: Threats after a warning.');
  await expect(refusal).toContainText(/It ends .+ \d/);
  await expect(refusal.getByRole('link', { name: 'help@dotcode.example' })).toHaveAttribute('href', /^mailto:/);
  await expectAccessible(mallory.page);

  await act(page, 'Undo', 'A misunderstanding.');
  await expect(page.getByText(/, taken back/)).toBeVisible();
  await mallory.page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(mallory.page).toHaveURL(/\/feed$/);
});
