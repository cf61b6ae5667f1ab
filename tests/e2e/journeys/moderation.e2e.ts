import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

test('a moderator warns, hides a name, suspends and takes it back with the keyboard alone, which the open page and the login of the person show', {
  tag: '@sweep',
}, async ({ page, signUp, databaseUrl, anotherCaller, anotherPerson }) => {
  test.slow();
  const { emailId } = await signUp({ firstName: 'Mona', lastName: 'Moderator' });
  const command = ['scripts/admin.ts', 'moderator', 'add', emailId, '--database', databaseUrl];
  await promisify(execFile)(process.execPath, command);
  const { account, page: theirs } = await anotherPerson({ firstName: 'Mallory', lastName: 'Keyed' });
  const rita = await anotherCaller({ firstName: 'Rita', lastName: 'Keys' });
  const data = { kind: 'person', id: account._id, reason: 'harassment', details: 'Look at this, please.' };
  expect((await rita.request.post('/api/report', { data })).status()).toBe(200);
  const nameForOthers = async () => {
    const { user } = await (await rita.request.get(`/api/profile/${account._id}`)).json();
    return `${user.firstName} ${user.lastName}`;
  };
  await theirs.goto('/profile');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/moderation');
  const row = page.getByRole('link', { name: 'Mallory Keyed', exact: true });
  await expect(row).toBeVisible();
  await tabTo(page, page.getByRole('list', { name: 'Open cases, the most urgent first' }).getByRole('link').first());
  for (let i = 0; i < 20 && !(await row.evaluate((link) => link === document.activeElement)); i += 1)
    await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 2, name: 'Mallory Keyed' });
  await expect(heading).toBeFocused();
  const said = page.getByRole('region', { name: /^Messages/ });
  const dialog = page.getByRole('dialog');
  const actions = page.getByRole('group', { name: 'What you can do' });
  /** Opens the question of an action and gives the reason; `finish` sends it. */
  const act = async (action: string, reason: string, finish = () => page.keyboard.press('Control+Enter')) => {
    await tabTo(page, actions.getByRole('button', { name: action, exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Why? (required)' })).toBeFocused();
    await page.keyboard.type(reason);
    await untilAnswered(page, '/actions', finish);
    await expect(dialog).toHaveCount(0);
    await expect(heading).toBeFocused();
  };

  await act('Warn', 'Please stop writing to everybody.');
  // In the page that was open before, and said to screen readers.
  await expect(theirs.locator('#announcer-assertive')).toHaveText(
    'A moderator has warned you. Please stop writing to everybody.',
  );
  const banner = theirs.getByRole('region', { name: 'A warning from the moderators' });
  await expect(banner).toContainText('Please stop writing to everybody.');
  await expectAccessible(theirs);
  await untilAnswered(theirs, '/acknowledge', () =>
    banner.getByRole('button', { name: 'I have read it' }).press('Enter'),
  );
  await expect(banner).toHaveCount(0);
  await expect(theirs.getByRole('heading', { level: 1 })).toBeFocused();

  await act('Hide the name', 'This name insults somebody.', async () => {
    await expect(dialog.getByText(/Others read “Hidden name”/)).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, dialog.getByRole('button', { name: 'Hide the name' }));
    await page.keyboard.press('Enter');
  });
  await expect(said.getByText('Name hidden: Mallory Keyed')).toBeAttached();
  expect(await nameForOthers()).toBe('Hidden name');
  const note = theirs.getByRole('region', { name: 'Hidden by a moderator' });
  await expect(note).toContainText('This name insults somebody.');
  await expectAccessible(theirs);
  await act('Undo', 'A mistake.');
  expect(await nameForOthers()).toBe('Mallory Keyed');

  await act('Suspend', 'Threats after a warning.', async () => {
    // The time stands before the reason.
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.getByRole('radio', { name: '7 days' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: '30 days' })).toBeChecked();
    await tabTo(page, dialog.getByRole('button', { name: 'Suspend' }));
    await page.keyboard.press('Enter');
  });
  await expect(said.getByText('Suspended: Mallory Keyed')).toBeAttached();
  const again = theirs.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Password', { exact: true }).fill(account.password);
  await again.getByRole('button', { name: 'Log in again' }).click();
  await expect(again.getByText('The reason: Threats after a warning.')).toBeVisible();
  await again.getByRole('button', { name: 'Leave' }).click();
  await theirs.goto('/login');
  await theirs.getByLabel('Email Id').fill(account.emailId);
  await theirs.getByLabel('Password', { exact: true }).fill(account.password);
  await theirs.getByRole('button', { name: 'Login', exact: true }).click();
  const refusal = theirs.locator('#login-error');
  await expect(refusal).toContainText('The reason: Threats after a warning.');
  await expect(refusal).toContainText(/It ends .+ \d/);
  await expect(refusal.getByRole('link', { name: 'help@dotcode.example' })).toHaveAttribute('href', /^mailto:/);
  await expectAccessible(theirs);

  await act('Undo', 'A misunderstanding.');
  await expectAccessible(page);
  await theirs.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(theirs).toHaveURL(/\/feed$/);
});
