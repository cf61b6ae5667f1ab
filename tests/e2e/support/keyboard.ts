import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus, as someone without a pointer does. */
export async function tabTo(page: Page, target: Locator, limit = 40): Promise<void> {
  // The screen may still be loading.
  await target.first().waitFor({ state: 'attached' });
  for (let presses = 0; presses < limit; presses += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  await expect(target, `reachable with ${limit} presses of Tab`).toBeFocused({ timeout: 1 });
}

async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.first().evaluate((element) => element === document.activeElement);
}

/** The focused element: its name, whether it is visible, and whether its focus ring is. */
export interface Stop {
  name: string;
  ring: boolean;
  covered: boolean;
}

/** Presses Tab through the main part of the page, from its beginning until the focus leaves it. */
export async function walkMain(page: Page, limit = 60): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(() => document.getElementById('main')?.focus());
  for (let presses = 0; presses < limit; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopHere);
    if (stop === undefined) return stops;
    stops.push(stop);
  }
  throw new Error(`The focus is still in the page after ${limit} presses of Tab.`);
}

/** Runs in the page. The ring may be drawn by what stands around a bare field. */
async function stopHere(): Promise<Stop | undefined> {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !element.closest('#main')) return undefined;
  // A ring that is still growing would be measured half-way.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map((animation) => animation.finished));
  const ancestors = (each: Element | null): Element[] => (each ? [each, ...ancestors(each.parentElement)] : []);
  const fillUnder = (each: Element) =>
    ancestors(each)
      .map((ancestor) => getComputedStyle(ancestor).backgroundColor)
      .find((colour) => colour !== 'rgba(0, 0, 0, 0)');
  /** A ring that is cut off on one side is still a ring; one that is cut off on two opposite sides is not. */
  const isClipped = (each: Element, reach: number) => {
    const own = each.getBoundingClientRect();
    return ancestors(each.parentElement).some((ancestor) => {
      if (getComputedStyle(ancestor).overflowX === 'visible') return false;
      const box = ancestor.getBoundingClientRect();
      const [above, below] = [own.top - reach < box.top, own.bottom + reach > box.bottom];
      const [before, after] = [own.left - reach < box.left, own.right + reach > box.right];
      return (above && below) || (before && after) || (above && before) || (above && after);
    });
  };
  const drawsRing = (each: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(each, pseudo);
    const [width, offset] = [Number.parseFloat(outlineWidth), Number.parseFloat(outlineOffset)];
    if (outlineStyle === 'none' || width < 2 || outlineColor === 'rgba(0, 0, 0, 0)') return false;
    const under = offset < 0 ? fillUnder(each) : fillUnder(each.parentElement ?? each);
    return outlineColor !== under && (pseudo !== undefined || !isClipped(each, width + offset));
  };
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter((each) => each != null);
  const { left, top, width, height } = element.getBoundingClientRect();
  const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1);
  const y = Math.min(Math.max(top + Math.min(height / 2, 20), 1), innerHeight - 1);
  const onTop = document.elementFromPoint(x, y);
  const labelled = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  const label =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : null;
  return {
    name: (element.getAttribute('aria-label') ?? (labelled ?? label ?? element).textContent ?? '').trim(),
    ring: around.some((each) => drawsRing(each)) || drawsRing(element, '::after'),
    covered: onTop === null || !(element.contains(onTop) || onTop.contains(element)),
  };
}
