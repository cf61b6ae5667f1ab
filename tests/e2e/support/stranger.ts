import type { Browser, Page } from '@playwright/test';

/** A browser in which nobody is signed in. */
export async function stranger(browser: Browser, baseURL: string | undefined, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: page.viewportSize(),
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  return context.newPage();
}
