import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config/config.ts';
import { loadSite } from '#server/site/site.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, profileCalls, test } from './support/product.ts';

test.use({ serviceWorkers: 'allow' });

const clientFolder = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** The files that the worker has cached, once it controls the page. */
async function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
  });
}

async function whenWorkerIsInCharge(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe('activated');
}

test('opened again without a network it says so, and goes on when there is one', { tag: '@desktop' }, async ({
  page,
  context,
  signUp,
}) => {
  // The page is loaded five times, and looked at in both themes.
  test.slow();
  await signUp({ firstName: 'Offline', lastName: 'Person' });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();
  await whenWorkerIsInCharge(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'There is no connection' })).toBeVisible();
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'There is no connection' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();
});

test('screens that were never opened open without a network, and what was seen stays', { tag: '@desktop' }, async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  await page.goto('/feed');
  const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article').first();
  await expect(card).toBeVisible();
  const codeOf = (screen: string) =>
    page.evaluate(
      (name) => performance.getEntriesByType('resource').filter((file) => file.name.includes(`/${name}-`)).length,
      screen,
    );
  for (const screen of ['requests-page', 'search-page', 'settings-page', 'chat-page', 'find-bar'])
    await expect.poll(() => codeOf(screen), { message: screen, timeout: 20_000 }).toBeGreaterThan(0);

  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible();
  await expect(card).toBeVisible();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Requests', 'Search', 'Projects', 'Settings']) {
    await navigation.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('crash')).toHaveCount(0);
  }
  await navigation.getByRole('link', { name: 'Feed' }).click();
  await expect(card, 'it was seen before').toBeVisible();
  await navigation.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByText('These projects could not be loaded')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Show what you are building')).toBeVisible();
});

test.describe('code that does not come', () => {
  // The worker would have it.
  test.use({ serviceWorkers: 'block' });

  test('a screen and a part of one say so, and come by themselves @desktop', async ({ page, signUp }) => {
    await signUp();
    const isAway = (url: URL) => /\/(search-page|shortcut-legend)-/.test(url.pathname);
    let away = true;
    // HEAD asks whether the server has a file whose import has failed; the page then loads itself again, without the
    // dialog. It never comes here, so that the screen and the dialog wait for their code and not for each other.
    await page.route(isAway, (route) =>
      away || route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    );
    await page.goto('/setting');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('?');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
    await expect(page.getByText('The server does not answer. Still trying.')).toBeVisible();
    await expectAccessible(page);
    away = false;
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  });
});

test('with the worker in charge, the profile call still starts with the page and is made once @desktop', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/setting');
  await whenWorkerIsInCharge(page);
  expect(await profileCalls(page)).toHaveLength(1);
});

test('nothing of a person is kept @desktop', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/feed');
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeVisible();
  await whenWorkerIsInCharge(page);
  await page.goto('/profile');
  await page.waitForLoadState('networkidle');
  const paths = await keptPaths(page);
  expect(paths).toContain('/index.html');
  expect(
    paths.filter((path) => !/^\/(assets\/.+|index\.html|theme\.js|icon\.svg|manifest\.webmanifest)?$/.test(path)),
  ).toEqual([]);
});

test('a page that is opened for the first time is not slowed down, and can be installed @desktop', async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on('request', (each) => asked.push(new URL(each.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('load');
  expect(asked).not.toContain('/sw.js');

  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const manifest = (await (await request.get(href)).json()) as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith('.png'))) {
    const picture = await (await request.get(src)).body();
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  expect((await session.send('Page.getAppManifest')).errors).toEqual([]);
});

test('switched off, the worker takes back what it kept @desktop', async ({ page }) => {
  const loadWith = (offline: boolean) =>
    loadSite({ folder: clientFolder, demo: true, offline, sessionCookie: 'token' });
  let site = loadWith(true);
  const gateway = createGateway({
    config: loadConfig({ UPSTREAM_URL: 'http://127.0.0.1:9', PORT: '0', SHUTDOWN_GRACE_MS: '500' }),
    upstreamUrl: new URL('http://127.0.0.1:9'),
    log: pino({ level: 'silent' }),
    site: {
      files: (req, res, next) => site.files(req, res, next),
      pages: {
        serve: (req, res, next) => site.pages.serve(req, res, next),
        showError: (...all) => site.pages.showError(...all),
      },
      inline: site.inline,
      publicUrl: undefined,
      share: undefined,
    },
  });
  await new Promise<void>((resolve) => gateway.server.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await whenWorkerIsInCharge(page);
  expect(await keptPaths(page)).toContain('/index.html');

  site = loadWith(false);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await page.goto('about:blank');
  await gateway.shutdown();
});
