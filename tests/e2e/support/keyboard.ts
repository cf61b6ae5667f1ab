import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus, as someone without a pointer does. */
export async function tabTo(page: Page, target: Locator, limit = 40): Promise<void> {
  // Its screen may still be loading: nobody tabs through a page that is not there yet.
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
