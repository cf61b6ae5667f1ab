import type { BrowserContext } from '@playwright/test';

// 1.6 Mbit/s down, 0.75 up, 150 ms a request.
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowerProcessor = 4;

const shown = 'the heading is there';

/** The measurements of one page load: times in milliseconds, and what was transferred until the page was idle. */
export interface Opened {
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  bytes: number;
  requests: number;
}

/** Opens a page on a slow network and a slow processor. */
export async function openPage(context: BrowserContext, url: string): Promise<Opened> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await page.addInitScript(`
    window.seen = { largest: 0, shift: 0, tasks: [] };
    const watch = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime; });
    watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
    watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('main h1')) return;
      observer.disconnect();
      console.debug('${shown}');
    }).observe(document, { childList: true, subtree: true });
  `);
  // The page says itself when it is there: to look for an element, Playwright brings a script whose evaluation would count.
  const isShown = page.waitForEvent('console', (message) => message.text() === shown);
  await page.goto(url);
  await isShown;
  await page.waitForLoadState('networkidle');
  const opened = (await page.evaluate(`(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const loaded = [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')];
    return {
      firstPaint: first,
      largestPaint: seen.largest,
      blocking: seen.tasks.filter(([start]) => start >= first).reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0),
      shift: seen.shift,
      bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      requests: loaded.length,
    };
  })()`)) as Opened;
  await page.close();
  return opened;
}
