import { expect, type Locator, type Page } from '@playwright/test';

/** Opens each path, and when that shows what it should, looks at it on the smallest screen and in text of twice the size. */
export async function expectFits(
  page: Page,
  paths: string[],
  { shows = page.getByRole('heading', { level: 1 }) }: { shows?: Locator } = {},
): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await expect(shows).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await whatIsWider(page), path).toEqual([]);
    await page.setViewportSize({ width: 640, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // Parts that differ by width are exchanged a moment after it has changed.
    await expect.poll(() => whatIsWider(page), `${path} in text of twice the size`).toEqual([]);
  }
}

function whatIsWider(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.getBoundingClientRect().right} ${element.outerHTML.slice(0, 120)}`);
    return [`${scrollWidth} of ${clientWidth} pixels`, ...beyond];
  });
}
