import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

test.use({ serviceWorkers: 'allow' });

/** The files that the worker has cached, once it controls the page. */
async function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
  });
}

/** Resolves once the worker answers for the page; the app registers it seconds after the screen. */
async function whenWorkerIsInCharge(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const workers = navigator.serviceWorker;
    if (workers.controller === null)
      await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
    const { controller } = workers;
    if (controller !== null && controller.state !== 'activated')
      await new Promise((resolve) => controller.addEventListener('statechange', resolve, { once: true }));
  });
}

/** The calls of whose answers this browser keeps copies. */
async function keptEndpoints(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'dotcode-kept')) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('dotcode-kept');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const copies = await new Promise<{ endpointName: string }[]>((resolve, reject) => {
      const reading = database.transaction('copies').objectStore('copies').getAll();
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error);
    });
    database.close();
    return copies.map(({ endpointName }) => endpointName);
  });
}

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
  const files = await keptFiles(page);
  expect(files).toContain('/index.html');
  // Nothing of a person.
  const ofTheBuild = /^\/(assets\/.+|index\.html|theme\.js|icon\.svg|manifest\.webmanifest)?$/;
  expect(files.filter((path) => !ofTheBuild.test(path))).toEqual([]);
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

test('screens that were never opened open without a network, and what was seen stays', { tag: '@sweep' }, async ({
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
  for (const screen of ['requests-page', 'search-page', 'settings-page', 'chat-page'])
    await expect.poll(() => codeOf(screen), { message: screen }).toBeGreaterThan(0);

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
