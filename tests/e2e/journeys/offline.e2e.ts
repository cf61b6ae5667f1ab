import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config/config.ts';
import { loadSite } from '#server/site/site.ts';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { keptPaths, putWorkerInCharge, whenWorkerIsInCharge } from '#tests/e2e/support/offline.ts';
import { expect, profileCalls, test } from '#tests/e2e/support/product.ts';

test.use({ serviceWorkers: 'allow' });

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));

test('opened again without a network it says so, and goes on when there is one', async ({ page, context, signUp }) => {
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

test('with the worker in charge, the profile call still starts with the page and is made once', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/setting');
  await putWorkerInCharge(page);
  expect(await profileCalls(page)).toHaveLength(1);
});

test('nothing of a person is kept', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/feed');
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeVisible();
  await putWorkerInCharge(page);
  await page.goto('/profile');
  await page.waitForLoadState('networkidle');
  const paths = await keptPaths(page);
  expect(paths).toContain('/index.html');
  expect(
    paths.filter((path) => !/^\/(assets\/.+|index\.html|theme\.js|icon\.svg|manifest\.webmanifest)?$/.test(path)),
  ).toEqual([]);
});

test('a page that is opened for the first time is not slowed down, and can be installed', async ({ page, request }) => {
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

test('switched off, the worker takes back what it kept', async ({ page }) => {
  const loadWith = (offline: boolean) => loadSite({ folder: clientFolder, demo: true, offline });
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
  await putWorkerInCharge(page);
  expect(await keptPaths(page)).toContain('/index.html');

  site = loadWith(false);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await page.goto('about:blank');
  await gateway.shutdown();
});
