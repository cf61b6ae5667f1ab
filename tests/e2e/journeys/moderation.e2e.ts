import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { act, expect, report, rowOf, test } from '#tests/e2e/support/moderation.ts';
import { untilAnswered } from '#tests/e2e/support/product.ts';

test('a warned person reads the warning at once in an open page, above every screen until they confirm it', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUpModerator, anotherCaller, anotherPerson }) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Warned' });
  await report(await anotherCaller(), 'person', mallory.account._id);
  await mallory.page.goto('/projects');
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/moderation');
  await rowOf(page, 'Mallory Warned').click();
  await act(page, 'Warn', 'Please stop writing to everybody.');

  // In the page that was open before, and said to screen readers.
  const said = mallory.page.locator('#announcer-assertive');
  await expect(said).toHaveText('A moderator has warned you. Please stop writing to everybody.');
  const banner = mallory.page.getByRole('region', { name: 'A warning from the moderators' });
  await expect(banner).toContainText('Please stop writing to everybody.');
  await expectAccessible(mallory.page);
  await untilAnswered(mallory.page, '/acknowledge', () =>
    banner.getByRole('button', { name: 'I have read it' }).press('Enter'),
  );
  await expect(banner).toHaveCount(0);
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeFocused();
  await mallory.page.reload();
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a suspended person is logged out, reads why at the login, and comes back when it is undone', {
  tag: '@sweep',
}, async ({ page, signUpModerator, anotherCaller, anotherPerson }) => {
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

test('a case is found, read, decided and taken back with Tab, J, Enter, Space and arrows alone', {
  tag: '@sweep',
}, async ({ page, signUpModerator, anotherCaller, anotherPerson }) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Keyed' });
  const rita = await anotherCaller({ firstName: 'Rita', lastName: 'Keys' });
  await report(rita, 'person', mallory.account._id);
  await mallory.page.goto('/profile');
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/moderation');
  const row = rowOf(page, 'Mallory Keyed');
  await expect(row).toBeVisible();
  const said = page.getByRole('region', { name: /^Messages/ });
  const actions = page.getByRole('group', { name: 'What you can do' });
  const dialog = page.getByRole('dialog');
  const heading = page.getByRole('heading', { level: 2, name: 'Mallory Keyed' });
  await tabTo(page, page.getByRole('list', { name: 'Open cases, the most urgent first' }).getByRole('link').first());
  for (let i = 0; i < 20 && !(await row.evaluate((link) => link === document.activeElement)); i += 1)
    await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();

  await tabTo(page, actions.getByRole('button', { name: 'Hide the name' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Why? (required)' })).toBeFocused();
  await expect(dialog.getByText(/Others read “Hidden name”/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('This name insults somebody.');
  await tabTo(page, dialog.getByRole('button', { name: 'Hide the name' }));
  await untilAnswered(page, '/actions', () => page.keyboard.press('Enter'));
  await expect(heading).toBeFocused();
  await expect(said.getByText('Name hidden: Mallory Keyed')).toBeAttached();
  const seen = await (await rita.request.get(`/api/profile/${mallory.account._id}`)).json();
  expect(seen.user).toMatchObject({ firstName: 'Hidden', lastName: 'name' });
  // The owner reads it in the page that was open before.
  const note = mallory.page.getByRole('region', { name: 'Hidden by a moderator' });
  await expect(note).toContainText('This name insults somebody.');
  await expectAccessible(mallory.page);

  await tabTo(page, actions.getByRole('button', { name: 'Suspend' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Threats.');
  // The time stands before the reason.
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('radio', { name: '7 days' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: '30 days' })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: 'Suspend' }));
  await untilAnswered(page, '/actions', () => page.keyboard.press('Enter'));
  await expect(said.getByText('Suspended: Mallory Keyed')).toBeAttached();
  await expect(mallory.page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();

  for (const left of [1, 0]) {
    await tabTo(page, actions.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('A mistake.');
    await untilAnswered(page, '/actions', () => page.keyboard.press('Control+Enter'));
    await expect(dialog).toHaveCount(0);
    await expect(actions.getByRole('button', { name: 'Undo' })).toHaveCount(left);
  }
  await expectAccessible(page);
  const back = await (await rita.request.get(`/api/profile/${mallory.account._id}`)).json();
  expect(back.user).toMatchObject({ firstName: 'Mallory', lastName: 'Keyed' });
});
