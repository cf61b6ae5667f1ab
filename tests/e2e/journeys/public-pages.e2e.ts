import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

/** A browser in which nobody is signed in. */
async function stranger(browser: Browser, baseURL: string | undefined, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: page.viewportSize(),
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  return context.newPage();
}

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

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'Visible without an account' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kite <b>lines</b>' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the public page' })).toHaveCount(0);
  const again = await theirs.request.get(address, { headers: { Accept: 'text/html' } });
  expect(again.status()).toBe(404);
  await theirs.context().close();
  // A project that is no longer published and one that never was look the same, to a browser that keeps no copy of the page.
  const next = await stranger(browser, baseURL, page);
  for (const gone of [address, address.replace(/[0-9a-f]{24}$/, 'f'.repeat(24))]) {
    await next.goto(gone);
    await expect(next.getByRole('heading', { level: 1, name: 'This page is not public' })).toBeVisible();
    await expect(next.getByText(/No route matches/)).toHaveCount(0);
  }
  await expectAccessible(next);
  await next.context().close();
});
