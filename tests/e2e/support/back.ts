import { expect, type Locator, type Page } from '@playwright/test';

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** How far below the top of the window it is. */
const placeOf = async (item: Locator) => Math.round((await item.boundingBox())?.y ?? Number.NaN);

/** Opens an item far down a list with the keyboard. Resolves to its place in the window. */
export async function openByKey(page: Page, item: Locator): Promise<number> {
  // On a busy machine the window was once still at its top after the focus; why is not known.
  await expect(async () => {
    await item.focus();
    expect(await scrollTop(page), 'the list is longer than the screen').toBeGreaterThan(0);
  }).toPass();
  await page.evaluate(() => window.scrollBy({ top: 17, behavior: 'instant' }));
  const place = await placeOf(item);
  const from = page.url();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => scrollTop(page)).toBe(0);
  return place;
}

export async function expectSamePlace(item: Locator, place: number): Promise<void> {
  await expect(item).toBeFocused();
  // A pixel is what the browser may round.
  await expect.poll(async () => Math.abs((await placeOf(item)) - place)).toBeLessThanOrEqual(1);
}
