import type { Locator } from '@playwright/test';
import { bubbles, composer, expect, goOffline, isLive, openChat, say, sayMuch, test } from '#tests/e2e/support/chat.ts';
import type { Caller } from '#tests/e2e/support/product.ts';

/** With forced colours every background is the page's, so that only borders show shapes. */
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
});

/** Whether the border's colour differs from the colour below the element. */
const hasBorder = (element: Locator) =>
  element.evaluate((each) => {
    const { borderBlockEndWidth, borderBlockEndStyle, borderBlockEndColor } = getComputedStyle(each);
    const canvas = document.createElement('i');
    canvas.style.color = 'Canvas';
    document.body.append(canvas);
    const page = getComputedStyle(canvas).color;
    canvas.remove();
    const isThere = Number.parseFloat(borderBlockEndWidth) > 0 && borderBlockEndStyle !== 'none';
    return isThere && borderBlockEndColor !== page && borderBlockEndColor !== 'rgba(0, 0, 0, 0)';
  });

const background = (element: Locator) => element.evaluate((each) => getComputedStyle(each).backgroundColor);

test('a chat keeps its bubbles, its states and its place without colour', async ({
  page,
  context,
  ana,
  ben,
  friendOfAna,
  socketOf,
}) => {
  const cem = await friendOfAna({ firstName: 'Cem', lastName: 'Can' });
  // Acknowledged before Ana opens the conversation: one that arrives while she looks at it is not new.
  await sayMuch(await socketOf(ben), ana, 1);
  await openChat(ana, ben);
  await isLive(page);
  await say(ana, '```ts\nconst a = 1;\n```');
  await expect(bubbles(page)).toHaveCount(2);
  // Code gets its frame with the part that shows code, which is loaded when there is some.
  for (const shape of [
    bubbles(page).nth(0).locator('[title]').first(),
    bubbles(page).nth(1).locator('[title]').first(),
    bubbles(page).nth(1).locator('pre').locator('..'),
    page.locator('main header .drawn'),
    composer(page),
  ])
    await expect.poll(() => hasBorder(shape), { message: String(shape) }).toBe(true);
  await expect(page.getByText('New', { exact: true }), 'the first unread message').toBeVisible();

  const row = ({ account }: Caller) => page.locator(`[data-conversation="${account._id}"]`);
  expect(await background(row(ben)), 'which conversation is open').not.toBe(await background(row(cem)));
  const line = row(ben).getByText('You: const a = 1;');
  await expect(line).toHaveCSS('color', await row(ben).evaluate((each) => getComputedStyle(each).color));
  await composer(page).focus();
  await expect(composer(page)).toHaveCSS('outline-style', 'solid');

  await goOffline(ana);
  await say(ana, 'waits');
  await expect(page.getByText('Will send when you are back')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Will send when you are back')).toHaveCount(0);
});

test('the requests show where one is, the chosen tab and the focus without colour', async ({ page, ana }) => {
  await ana.page.goto('/requests');
  const [received, sent] = [page.getByRole('tab', { name: /^Received/ }), page.getByRole('tab', { name: /^Sent/ })];
  const links = page.getByRole('navigation', { name: 'Main' });
  for (const [here, other] of [
    [received, sent],
    [links.getByRole('link', { name: 'Requests' }), links.getByRole('link', { name: 'Projects' })],
  ] as const) {
    const plain = await background(other);
    await expect.poll(() => background(here)).not.toBe(plain);
  }
  await received.focus();
  await page.keyboard.press('ArrowRight');
  await expect(sent).toBeFocused();
  await expect(sent).toHaveCSS('outline-style', 'solid');
});
