import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, logIn, test } from '#tests/e2e/support/product.ts';

test('a profile that is not saved is not left by a stray click', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile/edit');
  await page.getByLabel('About').fill('Half a sentence');
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('About')).toHaveValue('Half a sentence');
  await page.getByRole('link', { name: 'Feed', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('what is typed stays when the window is made narrow and wide again', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile/edit');
  await page.getByLabel('About').fill('Half a sentence');
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('tab', { name: 'Preview' })).toHaveCount(width < 1024 ? 1 : 0);
    await expect(page.getByLabel('About')).toHaveValue('Half a sentence');
  }
});

test('a profile is edited and saved with the keyboard alone', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile/edit');
  await tabTo(page, page.getByLabel('About'));
  await page.keyboard.type('Typed without a pointer');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Nothing to save')).toBeVisible();
});

test('a changed password ends the other session, and only the new one logs in', async ({ page, signUp, browser }) => {
  const account = await signUp();
  const other = await browser.newContext({ baseURL: new URL((await page.goto('/setting'))?.url() ?? '').origin });
  const there = await other.newPage();
  await logIn(there, account);

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'This one' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Log out there/ })).toHaveCount(1);

  await page.getByRole('button', { name: 'Change your password' }).click();
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Current password', { exact: true }).fill(account.password);
  await page.getByLabel('New password', { exact: true }).fill('N3w!secret');
  await page.getByLabel('Confirm new password', { exact: true }).fill('other');
  await change.click();
  await expect(page.getByText('The two new passwords differ.')).toBeVisible();
  await expect(page.getByLabel('Confirm new password', { exact: true })).toBeFocused();
  await page.getByLabel('Confirm new password', { exact: true }).fill('N3w!secret');
  await change.click();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change your password' })).toBeFocused();

  await expect(there.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await there.goto('/login');
  await there.getByLabel('Email Id').fill(account.emailId);
  await there.getByLabel('Password', { exact: true }).fill(account.password);
  await there.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(there.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await there.getByLabel('Password', { exact: true }).fill('N3w!secret');
  await there.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(there).toHaveURL(/\/feed$/);

  await page.reload();
  await page.getByRole('button', { name: /^Log out there/ }).click();
  await expect(there.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await other.close();
});

test('one switch turns all shortcuts off', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/setting?section=accessibility');
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/setting/);
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).check();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/search$/);
});

test('a person sees what happened to the account, and ends every other session at once', async ({
  page,
  signUp,
  browser,
}) => {
  const account = await signUp();
  const { emailId } = account;
  await page.goto('/setting');
  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const there = await elsewhere.newPage();
  const wrong = await elsewhere.request.post('/api/login', { data: { emailId, password: 'Wr0ng!pass' } });
  expect(wrong.status()).toBe(401);
  await logIn(there, account);

  await page.reload();
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveCount(3);
  await expect(history.filter({ hasText: 'Logged in' })).toContainText('127.0.0.*');
  await expect(history.filter({ hasText: 'A wrong password refused' })).toHaveCount(1);
  await expect(history.last()).toContainText('Account created');
  await expectAccessible(page);

  const devices = page.getByRole('list', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('listitem')).toContainText('This one');
  await expect(devices).toBeFocused();
  await expect(history.first()).toContainText('All other devices logged out');
  await expect(there.getByRole('dialog', { name: 'Your session has ended' }), 'its socket was closed').toBeVisible();
  await elsewhere.close();
});

test('clearing this device forgets what only it knows', async ({ page, signUp }) => {
  await signUp();
  const recent = page.getByRole('region', { name: 'Recent searches' });
  await page.goto('/search');
  await page.getByRole('searchbox').fill('only here');
  await page.getByRole('searchbox').press('Enter');
  await page.goto('/search');
  await expect(recent).toBeVisible();
  await page.goto('/setting?section=data');
  await page.getByRole('button', { name: 'Clear this device' }).click();
  const question = page.getByRole('dialog', { name: 'Clear this device?' });
  await expect(question.getByRole('button', { name: 'Keep everything' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(question).toBeHidden();
  await page.goto('/search');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(recent).toHaveCount(0);
});

test('an account is deleted, but not by a slip, brought back by a login, and erased at once', async ({
  page,
  signUp,
}) => {
  const account = await signUp();
  const password = page.getByLabel('Password', { exact: true });
  const logIn = async () => {
    await page.goto('/login');
    await page.getByLabel('Email Id').fill(account.emailId);
    await password.fill(account.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  };
  const leave = async () => {
    await page.goto('/setting?section=data');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const question = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(question.getByRole('button', { name: 'Keep my account' })).toBeFocused();
    return question;
  };
  const question = await leave();
  await expectAccessible(page);
  await question.getByLabel(/^Type your email/).fill('someone@example.com');
  await question.getByLabel('Password', { exact: true }).fill(account.password);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(question.getByText('This is not the email address of this account.')).toBeVisible();
  await question.getByLabel(/^Type your email/).fill(account.emailId);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await logIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Come back?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Come back' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn();
  await expect(page).toHaveURL(/\/feed$/);

  const again = await leave();
  await again.getByLabel(/^Type your email/).fill(account.emailId);
  await again.getByLabel('Password', { exact: true }).fill(account.password);
  await again.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await logIn();
  await page.getByRole('button', { name: 'Erase it now' }).click();
  await expect(password).toBeFocused();
  await password.fill('wrong');
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('This is not your password.')).toBeVisible();
  await password.fill(account.password);
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is erased' })).toBeVisible();
  await logIn();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});
