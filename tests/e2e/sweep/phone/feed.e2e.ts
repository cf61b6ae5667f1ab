import { cards, openFeed, swipe, top } from '#tests/e2e/support/feed.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

// Cards follow the finger and spring back.
test.use({ reducedMotion: 'no-preference' });

// A mouse does not drag cards.
test.describe('a card that is dragged by touch', () => {
  test('decides by a flick, and not by a slow, a short or a regretted one', async ({ page, signUp }) => {
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

  test('lets the page scroll when the finger goes up', async ({ page, signUp }) => {
    await signUp();
    await page.setViewportSize({ width: 390, height: 500 });
    const first = await openFeed(page);
    await swipe(page, cards(page).first(), { x: 60, y: -200 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(top(page)).toHaveAttribute('href', first);
  });
});
