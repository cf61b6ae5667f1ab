import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'People to meet' }).getByRole('article');

/** The link to the person of the top card. Tests sign up people with the same names, so that names are ambiguous. */
const top = (page: Page) => cards(page).first().getByRole('heading', { level: 2 }).getByRole('link');

async function openFeed(page: Page): Promise<string> {
  await page.goto('/feed');
  return whoIsOnTop(page);
}

async function whoIsOnTop(page: Page): Promise<string> {
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
async function swipe(page: Page, card: Locator, { x = 0, y = 0, milliseconds = 600, backTo }: Way): Promise<void> {
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

// Cards follow the finger and spring back.
test.use({ reducedMotion: 'no-preference' });

test('what was decided is said above the next card, which it neither covers nor moves', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp }) => {
  await signUp();
  await openFeed(page);
  const card = cards(page).first();
  // Where the card comes to rest on the page, while it still comes in from below, and wherever the page is scrolled to.
  const restsAt = () =>
    card.evaluate((element) => {
      let y = 0;
      for (let at: Element | null = element; at instanceof HTMLElement; at = at.offsetParent) y += at.offsetTop;
      return y;
    });
  const before = await restsAt();
  await page.getByRole('button', { name: /^Ignore / }).click();
  const line = page.locator('p').filter({ hasText: / ignored/ });
  await expect(line).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: / ignored/ }), 'no toast').toHaveCount(0);
  expect(await restsAt()).toBe(before);
  const [said, next] = [await line.boundingBox(), await card.boundingBox()];
  // A card that has just come to rest may lie a fraction of a pixel off.
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan((next?.y ?? 0) + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toHaveCount(0);
});

test('a message leaves what decides on the next person free', { tag: ['@phone', '@sweep'] }, async ({
  page,
  signUp,
}) => {
  await signUp();
  await openFeed(page);
  await page.route('**/request/interested/**', (route) =>
    route.fulfill({ status: 409, json: { code: 'already_related', message: 'There is a request already.' } }),
  );
  await page.getByRole('button', { name: /^Interested in / }).click();
  const toast = page.getByRole('listitem').filter({ hasText: 'You already have a request with' });
  // A toast stays on screen while the pointer is over it.
  await toast.hover();
  await expect(toast).toHaveCSS('font-family', /Inter Variable/);
  const next = page.getByRole('button', { name: /^Interested in / });
  const gap = async () => {
    const [message, button] = [await toast.boundingBox(), await next.boundingBox()];
    if (!message || !button) return -1;
    const beside = message.x >= button.x + button.width;
    return beside ? 0 : Math.max(button.y - message.y - message.height, message.y - button.y - button.height);
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test.describe('a card that is dragged by touch', () => {
  test.use({ hasTouch: true });

  test('decides past 35 % of its width, to the right and to the left', { tag: '@phone' }, async ({ page, signUp }) => {
    await signUp();
    const first = await openFeed(page);
    const width = (await cards(page).first().boundingBox())?.width ?? 0;
    const interested = page.waitForRequest(/request\/interested/);
    await swipe(page, cards(page).first(), { x: width * 0.4 });
    await interested;
    await expect(top(page)).not.toHaveAttribute('href', first);
    const second = await whoIsOnTop(page);
    const ignored = page.waitForRequest(/request\/ignored/);
    await swipe(page, cards(page).first(), { x: width * -0.4 });
    await ignored;
    await expect(top(page)).not.toHaveAttribute('href', second);
  });

  const tag = { tag: ['@phone', '@sweep'] };
  test('decides by a flick, and not by a slow, a short or a regretted one', tag, async ({ page, signUp }) => {
    await signUp();
    const first = await openFeed(page);
    const decisions: string[] = [];
    page.on('request', (request) => {
      if (/request\/(interested|ignored)/.test(request.url())) decisions.push(request.url());
    });
    const card = cards(page).first();
    await swipe(page, card, { x: 80, milliseconds: 900 });
    await swipe(page, card, { x: 30, milliseconds: 40 });
    await swipe(page, card, { x: 200, milliseconds: 400, backTo: 60 });
    await expect(top(page)).toHaveAttribute('href', first);
    await expect(card).toHaveCSS('transform', 'none');
    expect(decisions).toEqual([]);
    // The card leaves before the call is made.
    const decided = page.waitForResponse(/request\/interested/);
    await swipe(page, card, { x: 100, milliseconds: 90 });
    await expect(top(page)).not.toHaveAttribute('href', first);
    await decided;
    expect(decisions).toHaveLength(1);
  });

  test('lets the page scroll when the finger goes up', tag, async ({ page, signUp }) => {
    await signUp();
    await page.setViewportSize({ width: 390, height: 500 });
    const first = await openFeed(page);
    await swipe(page, cards(page).first(), { x: 60, y: -200 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(top(page)).toHaveAttribute('href', first);
  });
});
