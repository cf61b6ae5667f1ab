import type { Locator, Page } from '@playwright/test';
import { test as chat, expect } from './chat.ts';

export { expect };

export interface Watched {
  /** The parts that each view transition moved from one screen to the next. */
  moves: string[][];
  /** Rejected promises that nobody has handled. */
  rejections: string[];
  /** Pauses each transition from now on where its screens are half-way. */
  hold?: boolean;
}

const watched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched);
export const moves = async (page: Page): Promise<string[][]> => (await watched(page)).moves;

/** A page whose view transitions are watched, and which may neither complain nor leave a rejection unhandled. */
export const test = chat.extend({
  page: async ({ page }, use) => {
    const lines: string[] = [];
    page.on('console', (message) => {
      const isOfTheTest = message.text().startsWith('Service Worker registration blocked');
      if (!isOfTheTest && ['error', 'warning'].includes(message.type())) lines.push(message.text());
    });
    await page.addInitScript(watchTransitions);
    await use(page);
    expect((await watched(page)).rejections, 'rejections that nobody has handled').toEqual([]);
    expect(lines, 'errors and warnings in the console').toEqual([]);
  },
});

/** Runs in the page, before its scripts. */
function watchTransitions(): void {
  const watched: Watched = { moves: [], rejections: [] };
  Object.assign(window, { watched });
  window.addEventListener('unhandledrejection', ({ reason }) => watched.rejections.push(String(reason)));
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    const parts: string[] = [];
    watched.moves.push(parts);
    const note = () => {
      for (const animation of document.getAnimations()) {
        const { pseudoElement } = animation.effect as KeyframeEffect;
        if (!pseudoElement?.startsWith('::view-transition')) continue;
        const part = /^::view-transition-group\((.*)\)$/.exec(pseudoElement)?.[1];
        if (part !== undefined && part !== 'root' && !parts.includes(part)) parts.push(part);
        if (watched.hold) animation.pause();
      }
      parts.sort();
    };
    transition.ready.then(note, () => parts.push('skipped'));
    return transition;
  };
}

/** Waits for the transitions, and until the last one has ended. */
export async function expectMoves(page: Page, expected: string[][]): Promise<void> {
  await expect.poll(() => moves(page)).toEqual(expected);
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
}

const lists = { Connections: '/connection', Messages: '/messages', Projects: '/projects', Requests: '/requests' };

/** The code of a detail is loaded when it has been open, and otherwise some seconds after the start of the page. */
export async function openFromDetail(page: Page, detail: string, list: keyof typeof lists): Promise<void> {
  await page.goto(detail);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator(`a[href="${lists[list]}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible();
}

/** Opens an item and goes back: the same parts move both times, and the item has the focus again. */
export async function expectThereAndBack(page: Page, item: Locator, parts: string[]): Promise<void> {
  await expect.poll(async () => (await moves(page)).every((moved) => moved.length > 0)).toBe(true);
  const before = await moves(page);
  const from = page.url();
  await item.click();
  await expectMoves(page, [...before, parts]);
  await expect(page).not.toHaveURL(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expectMoves(page, [...before, parts, parts]);
  await expect(page).toHaveURL(from);
  await expect(item).toBeFocused();
}

export const linkTo = (page: Page, path: string): Locator => page.locator(`#main a[href="${path}"]`).first();
