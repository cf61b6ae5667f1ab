import type { Locator, Page } from '@playwright/test';

export const cards = (page: Page) => page.getByRole('region', { name: 'People to meet' }).getByRole('article');

/** The link to the person of the top card. Tests sign up people with the same names, so that names are ambiguous. */
export const top = (page: Page) => cards(page).first().getByRole('heading', { level: 2 }).getByRole('link');

export async function openFeed(page: Page): Promise<string> {
  await page.goto('/feed');
  return whoIsOnTop(page);
}

export async function whoIsOnTop(page: Page): Promise<string> {
  return (await top(page).getAttribute('href')) ?? '';
}

interface Way {
  /** How far the finger goes, in pixels. */
  x?: number;
  y?: number;
  /** How long the movement takes; the last part of the way takes its share of that time. */
  milliseconds?: number;
  /** Where the finger lifts, after turning back. */
  backTo?: number;
}

/** A finger on the photo of the card, with times of its own instead of the clock's. */
export async function swipe(
  page: Page,
  card: Locator,
  { x = 0, y = 0, milliseconds = 600, backTo }: Way,
): Promise<void> {
  const box = await card.boundingBox();
  if (!box) throw new Error('The card is not on screen.');
  const from = { x: box.x + box.width / 2, y: box.y + 60 };
  const session = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number, point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      timestamp: began + (at * milliseconds) / 1000,
      touchPoints: point ? [point] : [],
    });
  await send('touchStart', 0, from);
  const steps = 12;
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    await send('touchMove', part, { x: from.x + x * part, y: from.y + y * part });
  }
  if (backTo !== undefined) await send('touchMove', 1.5, { x: from.x + backTo, y: from.y });
  await send('touchEnd', backTo === undefined ? 1 : 1.5);
  await session.detach();
}
