import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { loadSite } from '#server/site/site.ts';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { keptEndpoints, keptPaths, putWorkerInCharge, whenWorkerIsInCharge } from '#tests/e2e/support/offline.ts';
import { expect, profileCalls, test } from '#tests/e2e/support/product.ts';

test.use({ serviceWorkers: 'allow' });

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));

test('opened again without a network it shows what was seen, says from when, and goes on when there is one', async ({
  page,
  context,
  signUp,
}) => {
  await signUp({ firstName: 'Offline', lastName: 'Person' });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();
  await whenWorkerIsInCharge(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();

  await expect.poll(() => keptEndpoints(page)).toContain('personalProjects');
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();
  await expect(page.getByText(/You are offline. What you see is from \d/)).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
  await expect(page.getByText(/^From /)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();
});

test('where nothing may be kept, it says that there is no connection, and goes on when there is one', {
  tag: '@sweep',
}, async ({ page, context, signUp }) => {
  await signUp({ firstName: 'Offline', lastName: 'Person' });
  await page.goto('/setting?section=data');
  await page.getByLabel('Keep nothing here').check();
  await whenWorkerIsInCharge(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Offline Person' })).toBeVisible();
  expect(await keptEndpoints(page)).toEqual([]);

  await context.setOffline(true);
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

test('what is decided offline is listed, survives a reload, and goes out once when there is a network', {
  tag: '@sweep',
}, async ({ page, context, signUp }) => {
  await signUp();
  await page.goto('/feed');
  const people = page.getByRole('region', { name: 'People to meet' });
  const card = people.getByRole('article').first();
  const name = (await card.getAttribute('aria-label')) ?? (await card.getByRole('heading').first().innerText());
  await whenWorkerIsInCharge(page);
  await page.reload();
  await expect(card.getByText(name).first()).toBeVisible();
  const address = await card.getByRole('link').first().getAttribute('href');
  await expect.poll(() => keptEndpoints(page)).toContain('feed');
  // The code of what waits, and of its list, comes once the first screen is drawn.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const files = performance.getEntriesByType('resource').map(({ name: file }) => file);
        return ['/wait-for-network-', '/waiting-dialog-'].every((part) => files.some((file) => file.includes(part)));
      }),
    )
    .toBe(true);

  await context.setOffline(true);
  await card.getByRole('button', { name: /^Interested/ }).click();
  await expect(page.getByText(/^Interested in .+ goes out when you are back$/)).toBeVisible();
  // By the address: people of other tests have the same name. A project of theirs may stand beside the people.
  await expect(people.locator(`article a[href="${address}"]`)).toHaveCount(0);
  await page.getByRole('button', { name: '1 change waits' }).click();
  const list = page.getByRole('dialog', { name: 'Waits for the network' });
  await expect(list.getByRole('listitem')).toHaveText([`Interested in ${name}Take back`]);
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Close' }).first().click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes(':waiting:'))))
    .toBe(true);

  await page.reload();
  await expect(page.getByRole('button', { name: '1 change waits' })).toBeVisible();
  await expect(card).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname));
  await context.setOffline(false);
  await expect(async () => {
    const { data } = (await (await context.request.get('/api/user/request/sent')).json()) as {
      data: { toUserID: { firstName: string } }[];
    };
    expect(data.map(({ toUserID }) => name.startsWith(toUserID.firstName))).toEqual([true]);
  }).toPass();
  await expect(page.getByRole('button', { name: /waits?$/ })).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/api/request/'))).toHaveLength(1);
});

test('what was seen is gone from the device with the log-out, in every tab', async ({ page, context, signUp }) => {
  await signUp();
  await page.goto('/connection');
  const other = await context.newPage();
  await other.goto('/projects');
  await expect.poll(() => keptEndpoints(page)).toEqual(expect.arrayContaining(['connections', 'personalProjects']));
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' })).toBeVisible();
  await expect.poll(() => keptEndpoints(page)).toEqual([]);
});

for (const [what, breakStorage] of [
  ['is full', breakWrites],
  ['cannot be opened', breakOpening],
  ['is blocked by another tab for good', blockOpening],
] as const)
  test(`a page whose IndexedDB ${what} works as without copies`, { tag: '@sweep' }, async ({ page, signUp }) => {
    await page.addInitScript(breakStorage);
    await page.addInitScript(() => localStorage.setItem('dotcode:kept', 'yes'));
    await signUp();
    await page.goto('/connection');
    await expect(page.getByRole('heading', { level: 1, name: /Connections/ })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await expect(page.getByText('Show what you are building')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Show what you are building')).toBeVisible();
  });

function breakWrites() {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
}

/** As in private windows of some browsers. */
function breakOpening() {
  indexedDB.open = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
}

function blockOpening() {
  indexedDB.open = () => new EventTarget() as unknown as IDBOpenDBRequest;
}

test('with the worker in charge, the profile call still starts with the page and is made once', {
  tag: '@sweep',
}, async ({ page, signUp }) => {
  await signUp();
  await page.goto('/setting');
  await putWorkerInCharge(page);
  expect(await profileCalls(page)).toHaveLength(1);
});

test('the worker keeps nothing of a person', async ({ page, signUp }) => {
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

test('a page that is opened for the first time is not slowed down, and can be installed', { tag: '@sweep' }, async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on('request', (each) => asked.push(new URL(each.url()).pathname));
  const askedByThen = new Promise<string[]>((resolve) => page.once('load', () => resolve([...asked])));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await askedByThen).not.toContain('/sw.js');

  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const manifest = (await (await request.get(href)).json()) as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith('.png'))) {
    const picture = await (await request.get(src)).body();
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  expect((await session.send('Page.getAppManifest')).errors).toEqual([]);
});

test('switched off, the worker takes back what it kept', { tag: '@sweep' }, async ({ page }) => {
  const loadWith = (offline: boolean) => loadSite({ folder: clientFolder, demo: true, offline });
  let site = loadWith(true);
  const gateway = createGateway({
    config: loadConfig({ UPSTREAM_URL: 'http://127.0.0.1:9', PORT: '0', SHUTDOWN_GRACE_MS: '500' }),
    upstreamUrl: new URL('http://127.0.0.1:9'),
    log: pino({ level: 'silent' }),
    site: {
      files: (req, res, next) => site.files(req, res, next),
      pages: {
        serve: (capabilities) => (req, res, next) => site.pages.serve(capabilities)(req, res, next),
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
