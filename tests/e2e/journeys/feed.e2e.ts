import { cards, openFeed, swipe, top, whoIsOnTop } from '#tests/e2e/support/feed.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

// Cards follow the finger and spring back.
test.use({ reducedMotion: 'no-preference' });

test('a double click decides on one person', async ({ page, signUp }) => {
  await signUp();
  const decisions: string[] = [];
  page.on('request', (request) => {
    if (/request\/(interested|ignored)/.test(request.url())) decisions.push(request.url());
  });
  const first = await openFeed(page);
  await page.getByRole('button', { name: /^Interested in / }).dblclick();
  await expect(top(page)).not.toHaveAttribute('href', first);
  await expect(page.getByText(/^Interested sent to /).first()).toBeAttached();
  expect(decisions).toHaveLength(1);
});

test('a decision without a connection comes back with the reason, and is sent once the connection is', async ({
  page,
  context,
  signUp,
}) => {
  // The code that lets a call wait for the network is loaded after the first screen, and the connection may end before it.
  await page.route(/\/assets\/wait-for-network-/, (route) => route.abort());
  await signUp();
  const first = await openFeed(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Interested in / }).click();
  await expect(page.getByText('Interested was not sent. You are offline.')).toBeInViewport();
  await expect(top(page)).toHaveAttribute('href', first);
  await expect(top(page)).toBeFocused();
  await context.setOffline(false);
  const sent = page.waitForResponse(/request\/interested/);
  await page.getByRole('button', { name: 'Retry' }).click();
  expect((await sent).status()).toBe(200);
});

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

test('on a screen that is not tall nothing covers the name of the card', { tag: '@sweep' }, async ({
  page,
  signUp,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await signUp();
  await openFeed(page);
  const isCovered = () =>
    top(page).evaluate((link) => {
      const { left, top: above, width, height } = link.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, above + height / 2);
      return !link.contains(there);
    });
  await top(page).focus();
  await expect.poll(isCovered).toBe(false);
  await page.getByRole('button', { name: /^Ignore / }).press('Enter');
  await expect(top(page)).toBeFocused();
  await expect.poll(isCovered).toBe(false);
});

test('a card leaves to the side of its decision, as long as the next one can be used already', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp }) => {
  await signUp();
  await openFeed(page);
  const flown = page.locator('[data-detached]');
  const wayOf = async (decision: string) => {
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      // The test pauses the animation, which ends too fast to inspect.
      Element.prototype.animate = function held(...given) {
        const animation = animate.apply(this, given);
        animation.pause();
        animation.currentTime = Number(animation.effect?.getComputedTiming().endTime) / 2;
        Element.prototype.animate = animate;
        return animation;
      };
    });
    const before = await cards(page).first().boundingBox();
    await page.keyboard.press(decision);
    await expect(flown).toHaveCount(1);
    await expect(flown).toHaveAttribute('aria-hidden', 'true');
    await expect(top(page)).toBeFocused();
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width, 'nothing becomes wider').toBeLessThanOrEqual(0);
    const after = await flown.boundingBox();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.play();
    });
    await expect(flown).toHaveCount(0);
    return Math.sign((after?.x ?? 0) + (after?.width ?? 0) / 2 - (before?.x ?? 0) - (before?.width ?? 0) / 2);
  };
  expect(await wayOf('i')).toBe(1);
  expect(await wayOf('x')).toBe(-1);
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
});
