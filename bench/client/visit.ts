import type { BrowserContext } from '@playwright/test';
import { newPage } from '#bench/harness/slow-page.ts';

// Lighthouse's slow 4G, as it is applied in a browser: 562.5 ms a request, 1.47 Mbit/s down, 0.675 up.
const slow4g = { latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };

/** The cost of opening a page, in transferred bytes and in milliseconds. */
export interface Visit {
  scriptBytes: number;
  styleBytes: number;
  allBytes: number;
  firstPaint: number;
  largestPaint: number;
  interactive: number;
  blocking: number;
}

/**
 * Opens a page on a slow network and a slow processor, and reads what the browser saw of it. Interactive is the end of
 * the last task over 50 ms, or the heading's appearance if that is later.
 */
export async function visit(context: BrowserContext, url: string, isThrottled: boolean): Promise<Visit> {
  const page = await newPage(context, isThrottled ? slow4g : undefined);
  await page.addInitScript(`
    window.seen = { largest: 0, tasks: [], heading: 0 };
    new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.largest = startTime; })
      .observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]); })
      .observe({ type: 'longtask', buffered: true });
    new MutationObserver((_, observer) => {
      if (document.querySelector('main h1') === null) return;
      seen.heading = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.goto(url);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const found = (await page.evaluate(`(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const tasks = seen.tasks.filter(([start]) => start >= paint);
    const interactive = Math.max(seen.heading, ...tasks.map(([start, took]) => start + took));
    const before = performance.getEntriesByType('resource').filter((each) => each.responseEnd <= interactive);
    const bytes = (list) => list.reduce((sum, each) => sum + (each.transferSize > 0 ? each.encodedBodySize : 0), 0);
    const ending = (end) => before.filter(({ name }) => new URL(name).pathname.endsWith(end));
    const isPage = performance.getEntriesByType('navigation')[0];
    return {
      scriptBytes: bytes(ending('.js')),
      styleBytes: bytes(ending('.css')),
      allBytes: bytes([isPage, ...before]),
      firstPaint: paint,
      largestPaint: seen.largest,
      interactive,
      blocking: tasks.reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0),
    };
  })()`)) as Visit;
  await page.close();
  return found;
}
