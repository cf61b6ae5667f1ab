import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, test } from '#tests/e2e/support/product.ts';
import { untilProgramRuns } from '#tests/e2e/support/until-program-runs.ts';

test('from the landing page to a decision that lasts', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect. Collaborate. .Code');
  await untilProgramRuns(page);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email Id')).toHaveValue('demo@example.com');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);

  const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article').first();
  const name = (await card.getByRole('heading', { level: 2 }).textContent()) ?? '';
  expect(name).not.toBe('');
  const sent = page.waitForResponse((response) => response.url().includes('/api/request/interested/'));
  await card.getByRole('button', { name: `Interested in ${name}` }).click();
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
  expect((await sent).status()).toBe(200);

  await page.goto('/feed?view=list');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
});

test('what is pressed before the program has loaded is done once it has', async ({ page }) => {
  const loads = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await loads.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'SingUP' }).click();
  loads.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SignUp');
  await expect(page.getByLabel('First Name')).toBeFocused();
});

test('signing up leads to the own profile, and its three steps to a feed that says why', { tag: '@phone' }, async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create a account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SignUp');
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.getByLabel('First Name').fill('Noor');
  await page.getByLabel('Last Name').fill('Haddad');
  await page.getByLabel('Email Id').fill(`noor-${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('Str0ng!pass');
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Haddad');
  await page.getByRole('combobox', { name: 'Skills' }).fill('postgres');
  await page.getByRole('option', { name: 'PostgreSQL', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'What do you look for?' })).toBeFocused();
  // Another device goes on at the same step.
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const elsewhere = await other.newPage();
  await elsewhere.goto(page.url());
  await expect(elsewhere.getByText('Step 2 of 3')).toBeVisible();
  await other.close();
  await page.getByText('pair', { exact: true }).click();
  await page.getByLabel('Hours a week').selectOption('5');
  await page.getByLabel('Show my time zone').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Add a photo' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByRole('article').first()).toContainText('You both use PostgreSQL · both want to pair');
  await page.goto('/profile');
  await expect(page.getByText('Wants to pair · 5 h a week')).toBeVisible();
  await expect(page.getByText(/^Step \d of/)).toHaveCount(0);
});

test('logging out leads to the landing page and ends the session', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/setting');
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/feed');
  await expect(page).toHaveURL(/\/$/);
});

test('the page itself shows the loading text before any script runs, to somebody with a session', {
  tag: '@sweep',
}, async ({ page, signUp }) => {
  await signUp();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/feed');
  await expect(page.getByText('Loading, please wait...')).toBeVisible();
});

test('log in and decide with the keyboard alone', async ({ page }) => {
  await page.goto('/');
  await untilProgramRuns(page);
  await tabTo(page, page.getByRole('button', { name: 'Get Started' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/feed$/);

  const cards = page.getByRole('region', { name: 'People to meet' }).getByRole('article');
  const name = (await cards.first().getByRole('heading', { level: 2 }).textContent()) ?? '';
  await page.keyboard.press('x');
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
  await expect(cards.first().getByRole('link').first()).toBeFocused();
  await expect(page.getByText(/ ignored$/)).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
});
