import { expect, type Page } from '@playwright/test';

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

export async function whenWorkerIsInCharge(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe('activated');
}
