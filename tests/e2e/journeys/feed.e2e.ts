import { cards, openFeed, swipe, top, whoIsOnTop } from '#tests/e2e/support/feed.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

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
});
