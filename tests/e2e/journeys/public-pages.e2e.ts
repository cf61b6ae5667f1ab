import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';
import { stranger } from '#tests/e2e/support/stranger.ts';

test('a project is shown to everybody, its link leads there, and it is gone once switched off', {
  tag: ['@phone', '@sweep'],
}, async ({ page, browser, baseURL, signUp }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp({ firstName: 'Ana', lastName: 'Ferreira' });
  await page.goto('/create-project');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kite <b>lines</b>');
  await page.getByRole('textbox', { name: 'Description' }).fill('Flies **high**. <script>alert(1)</script>');
  await page.getByRole('checkbox', { name: 'Visible without an account' }).check();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Kite <b>lines</b>' }).click();
  await expect(page.getByRole('link', { name: 'See the public page' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(link).toMatch(/\/share\/project\/[0-9a-f]{24}$/);
  const address = await link();

  const theirs = await stranger(browser, baseURL, page);
  const problems: string[] = [];
  theirs.on('console', (message) => problems.push(message.text()));
  theirs.on('pageerror', (error) => problems.push(error.message));
  await theirs.goto(address);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Kite <b>lines</b>' })).toBeVisible();
  await expect(theirs.getByText('Flies high. <script>alert(1)</script>')).toBeVisible();
  await expect(theirs.getByText('Ferreira')).toHaveCount(0);
  await expectAccessible(theirs);
  const width = await theirs.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
  const picture = await theirs.locator('meta[property="og:image"]').getAttribute('content');
  // As other sites do, it comes again where the picture could not be drawn in time.
  await expect(async () => {
    const file = await theirs.request.get(picture ?? '');
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/png']);
  }).toPass();
  expect(problems).toEqual([]);
  await theirs.getByRole('link', { name: 'Get Started to meet Ana' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'SignUp' })).toBeVisible();
  await expect(theirs).toHaveURL(/\/login$/);
  await expect(theirs.getByLabel('Email Id')).toHaveValue('');
  await theirs.getByLabel('First Name').fill('Robin');
  await theirs.getByLabel('Last Name').fill('Berg');
  await theirs.getByLabel('Email Id').fill(`robin-${Date.now()}@example.com`);
  await theirs.getByLabel('Password', { exact: true }).fill('Str0ng!pass');
  await theirs.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(theirs).toHaveURL(/\/profile$/);
  await theirs.getByRole('link', { name: 'Continue to Kite <b>lines</b>' }).click();
  await expect(theirs).toHaveURL(/\/project\/view\/[0-9a-f]{24}$/);
  await theirs.context().clearCookies();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'Visible without an account' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kite <b>lines</b>' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the public page' })).toHaveCount(0);
  const again = await theirs.request.get(address, { headers: { Accept: 'text/html' } });
  expect(again.status()).toBe(404);
  await theirs.context().close();
  // What is not published any more and what never was look the same, to a browser that keeps no copy of the page.
  const next = await stranger(browser, baseURL, page);
  for (const gone of [address, address.replace(/[0-9a-f]{24}$/, 'f'.repeat(24))]) {
    await next.goto(gone);
    await expect(next.getByRole('heading', { level: 1, name: 'This page is not public' })).toBeVisible();
    await expect(next.getByText(/No route matches/)).toHaveCount(0);
  }
  await expectAccessible(next);
  await next.context().close();
});

test('a person shows themselves in the settings, and the colours of both themes hold', { tag: '@sweep' }, async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  const { _id } = await signUp({ firstName: 'Ben', lastName: 'Okafor' });
  const theirs = await stranger(browser, baseURL, page);
  const before = await theirs.request.get(`/share/profile/${_id}`);
  expect(before.status()).toBe(404);
  await page.goto('/setting?section=privacy');
  const own = page.getByRole('checkbox', { name: 'My profile is visible without an account' });
  await expect(own).not.toBeChecked();
  await own.click();
  await expect(page.getByRole('link', { name: 'See the public page' })).toBeVisible();
  await expectAccessible(page);

  await theirs.goto(`/share/profile/${_id}`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Ben Okafor' })).toBeVisible();
  await expectAccessible(theirs);
  // In the dark theme the drawn colours are deeper: the stylesheet has the variable that the drawings read.
  const dim = (theme: string) =>
    theirs.evaluate((name) => {
      document.documentElement.dataset.theme = name;
      return getComputedStyle(document.documentElement).getPropertyValue('--dim');
    }, theme);
  expect([Number(await dim('light')), Number(await dim('dark'))]).toEqual([0, 0.23]);
  await theirs.context().close();
});

test('a link of members says on the landing page who waits, and the feed leads there after the login', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp, anotherCaller }) => {
  const mira = await anotherCaller({ firstName: 'Mira', lastName: 'Stone' });
  expect((await mira.request.patch('/api/profile/edit', { data: { isPublic: true } })).status()).toBe(200);
  const ana = await signUp({ firstName: 'Ana', lastName: 'Ferreira' });
  await page.context().clearCookies();
  await page.goto(`/profile/${'f'.repeat(24)}`);
  await expect(page.getByText('The profile you opened waits for you here.')).toBeVisible();
  await page.goto(`/profile/${mira.account._id}`);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Mira waits for you here.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Email Id').fill(ana.emailId);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await page.getByRole('link', { name: 'Continue to Mira' }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${mira.account._id}$`));
});
