import type { Page } from '@playwright/test';

/** The files that the worker has cached, once it controls the page. */
export async function keptPaths(page: Page): Promise<string[]> {
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
export async function whenWorkerIsInCharge(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const workers = navigator.serviceWorker;
    if (workers.controller === null)
      await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
    const { controller } = workers;
    if (controller !== null && controller.state !== 'activated')
      await new Promise((resolve) => controller.addEventListener('statechange', resolve, { once: true }));
  });
}

/** The same without the seconds: the page registers the worker at once. */
export async function putWorkerInCharge(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'));
  await whenWorkerIsInCharge(page);
}

/** The calls of whose answers this browser keeps copies. */
export async function keptEndpoints(page: Page): Promise<string[]> {
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
