import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';
import { stranger } from '#tests/e2e/support/stranger.ts';

test('a project is shown to everybody, its link leads there, and it is gone once switched off', {
  tag: '@phone',
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
  const file = await theirs.request.get(picture ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/png']);
  expect(problems).toEqual([]);
  await theirs.getByRole('link', { name: 'Get Started to meet Ana' }).click();
  await expect(theirs).toHaveURL(/\/login$/);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'Visible without an account' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kite <b>lines</b>' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the public page' })).toHaveCount(0);
  const again = await theirs.request.get(address, { headers: { Accept: 'text/html' } });
  expect(again.status()).toBe(404);
  await theirs.context().close();
});

test('a person shows themselves in the settings, and the colours of both themes hold', async ({
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
