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
