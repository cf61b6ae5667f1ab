import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';

/** The rules that look at colours: nothing else differs between the themes. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * axe, WCAG 2.2 AA and its best practices, on what is on screen now, in the themes that playwright.config.ts names for the
 * project: the second one for its colours alone.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('#main').first().waitFor({ state: 'attached' });
  // Half a megabyte of script: once for each page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { themes } = test.info().project.metadata as { themes: string[] };
  const found = await page.evaluate(violations, { themes, ofColours });
  expect(found, 'axe').toEqual(Object.fromEntries(themes.map((theme) => [theme, []])));
}

interface Wanted {
  themes: readonly string[];
  ofColours: string[];
}

/** Runs in the page. */
async function violations({ themes, ofColours }: Wanted): Promise<Record<string, unknown[]>> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const found: Record<string, unknown[]> = {};
  const fading = () =>
    document
      .getAnimations()
      // An animation that follows the scroll position never ends; an open dialog starts one.
      .filter(({ timeline, playState }) => timeline === document.timeline && playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  for (const [at, theme] of themes.entries()) {
    document.documentElement.dataset.theme = theme;
    // A colour that is still fading would be measured half-way. Elements that inherit it begin to fade after it.
    for (let ending = fading(); ending.length > 0; ending = fading())
      await Promise.allSettled(ending.map((animation) => animation.finished));
    const result = await axe.run(
      document,
      // Passing elements are not described, because naming them takes longer than checking them.
      { resultTypes: ['violations'], ...(at > 0 && { runOnly: { type: 'rule', values: ofColours } }) },
    );
    found[theme] = result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
    }));
  }
  return found;
}
