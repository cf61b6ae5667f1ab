import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const themes = ['light', 'dark'] as const;
/** The rules that look at colours: nothing else differs between the themes. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** The rules about the structure of a screen. */
const ofScreens = ['landmark-one-main', 'page-has-heading-one', 'region', 'skip-link'];

/** axe, WCAG 2.2 AA and its best practices, on what is on screen now, and its colours in the other theme as well. */
export async function expectAccessible(page: Page, options: { gate?: boolean } = {}): Promise<void> {
  // A screen that is still loading has nothing to look at yet, unless it is the gate that is to be looked at.
  if (!options.gate) await page.locator('#main').first().waitFor({ state: 'attached' });
  for (const theme of themes) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    // A colour that is still fading would be measured half-way.
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        // One that follows the scroll position never ends; an open dialog starts one.
        .filter((each) => each.timeline === document.timeline)
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map((animation) => animation.finished));
    });
    // Legacy: in the page itself. Else a new page is opened for each result, for the sake of frames, which we have none of.
    // What passes is not described: to name its elements takes longer than to look at them.
    let builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (theme !== themes[0]) builder = builder.withRules(ofColours);
    // Where there is only a spinner, there is no heading, no landmark, and nothing to skip to yet.
    if (options.gate) builder = builder.disableRules(ofScreens);
    const { violations } = await builder.analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
    }));
    expect(found, `axe in the ${theme} theme`).toEqual([]);
  }
}
