import type { Page } from '@playwright/test';
import { expect, test, untilProgramRuns } from '#tests/e2e/support/product.ts';

/** The notes of a page about its own screen. */
interface Seen {
  prerendered: Element[];
  moved: string[];
}

/** Holds the scripts of the page back, as a slow network does, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

const email = (page: Page) => page.getByLabel('Email Id');
const submit = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

test.describe('before any script', () => {
  test('Get Started and Create a account lead to the login', async ({ page }) => {
    await holdScripts(page);
    for (const link of [page.getByRole('button', { name: 'Get Started' }), page.getByText('Create a account')]) {
      await page.goto('/', { waitUntil: 'commit' });
      await link.click({ noWaitAfter: true });
      await expect(page).toHaveURL(/\/login(\?|#signup)?$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
    }
  });

  test('login cannot be submitted: the browser would put the password into the address', async ({ page }) => {
    await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(submit(page)).toBeDisabled();
    await email(page).press('Enter');
    expect(new URL(page.url()).search).toBe('');
  });

  test('the stored theme is shown', { tag: '@sweep' }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('dotcode:preferences', '{"theme":"dark"}'));
    await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(scheme).toBe('dark');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs', { tag: '@sweep' }, async ({ page }) => {
    await page.goto('/');
    const sentence = page.locator('p.noscript');
    await expect(sentence).toBeVisible();
    expect(await sentence.textContent()).toMatch(/^DotCode needs JavaScript\./);
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  });
});

test('what was typed before the scripts came is still there, and is what is sent', async ({ page, signUp }) => {
  const { emailId, password } = await signUp();
  await page.context().clearCookies();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await email(page).fill(emailId);
  await page.getByLabel('Password', { exact: true }).fill(password);
  release();
  await expect(submit(page)).toBeEnabled();
  await expect(email(page)).toHaveValue(emailId);
  await submit(page).click();
  await expect(page).toHaveURL(/\/feed$/);
});

/** The computed styles of every element of the screen, without the variables that they come from. */
function computedStyles(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#root *')].map((element) => {
      const styles = getComputedStyle(element);
      return [...styles]
        .filter((name) => !name.startsWith('--'))
        .map((name) => `${element.tagName} ${element.className}: ${name}: ${styles.getPropertyValue(name)}`);
    }),
  );
}

for (const path of ['/', '/login']) {
  test(`${path} looks with the styles inside it as with the whole stylesheet`, { tag: ['@phone', '@sweep'] }, async ({
    page,
  }) => {
    await holdScripts(page);
    const wanted = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.css$/, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = (await computedStyles(page)).flat();
    wanted.resolve();
    await page.waitForFunction(() => document.styleSheets.length > 1);
    const after = (await computedStyles(page)).flat();
    expect(before.length).toBeGreaterThan(1000);
    expect(after.filter((style, at) => style !== before[at])).toEqual([]);
  });

  test(`${path} is taken over as it was rendered: nothing is replaced or moved, and the profile is loaded once`, async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname);
    });
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      const seen = window as unknown as Seen;
      seen.moved = [];
      seen.prerendered = [...document.querySelectorAll('#root *')];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { sources } = entry as unknown as { sources: { node: Node | null }[] };
          seen.moved.push(...sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    release();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => calls).toEqual(['/api/profile/view']);
    const { replaced, moved } = await page.evaluate(() => {
      const seen = window as unknown as Seen;
      return { replaced: seen.prerendered.filter((element) => !element.isConnected).length, moved: seen.moved };
    });
    expect({ replaced, moved }).toEqual({ replaced: 0, moved: [] });
  });
}

/** Opens a page that came pre-rendered and waits until React has taken it over. */
async function openPrerendered(page: Page, path: string): Promise<void> {
  const asked = page.waitForResponse('**/api/profile/view');
  await page.goto(path);
  await asked;
  await untilProgramRuns(page);
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
}

const isFirstDocument = (page: Page) => page.evaluate(() => 'isFirst' in window);

/** After this time without its code, the browser itself opens an address (client/app/loading-screen.tsx). */
const hungAfterMs = 10_000;

const loading = (page: Page) => page.getByRole('status').getByText('Loading, please wait...', { exact: true });

test('while the code of the next screen hangs, the loading text shows, and then the browser opens the address itself', {
  tag: '@sweep',
}, async ({ page }) => {
  await page.clock.install();
  let hangs = true;
  await page.route(/\/assets\/login-page-.*\.js$/, (route) => (hangs ? undefined : route.continue()));
  await openPrerendered(page, '/');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.clock.runFor(500);
  await expect(loading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get Started' })).toHaveCount(0);
  hangs = false;
  await page.clock.runFor(hungAfterMs);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  expect(await isFirstDocument(page)).toBe(false);
});
