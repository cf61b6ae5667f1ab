import { expect, type Page } from '@playwright/test';

/**
 * Resolves once the program answers what is pressed on a page that is loaded. Before, links and forms of a pre-rendered page
 * are answered by the browser itself: it opens a new document, and `/login?` for the form with Get Started.
 */
export async function untilProgramRuns(page: Page): Promise<void> {
  // The listener for early presses (client/public/early-press.js) is there until then. No waitForFunction: it would
  // need the page's clock, which some tests hold.
  await expect.poll(() => page.evaluate(() => document.onclick === null)).toBe(true);
}
