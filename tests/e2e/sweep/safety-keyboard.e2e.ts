import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

/** Opens the menu of the profile with Tab and Enter, and presses one of its buttons with Tab and Enter. */
async function choose(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'More about Mallory' });
  if (!(await menu.evaluate((button) => button === document.activeElement))) await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

test('mute, report and block are done with the keyboard alone, and said in a live region', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  await signUp({ firstName: 'Olga', lastName: 'Own' });
  const { account } = await anotherCaller({ firstName: 'Mallory', lastName: 'Known' });
  await page.goto(`/profile/${account._id}`);
  const said = page.getByRole('region', { name: /^Messages/ });
  await expect(page.getByRole('heading', { level: 1, name: 'Mallory Known' })).toBeVisible();
  // The first key fetches the messages' code, before anything is said.
  await page.keyboard.press('Tab');
  await expect(said).toHaveAttribute('aria-live', 'polite');

  await choose(page, 'Mute Mallory');
  await expect(said.getByText('Mallory is muted')).toBeAttached();
  await expect(page.getByRole('button', { name: 'More about Mallory' })).toBeFocused();
  await choose(page, 'Unmute Mallory');
  await expect(said.getByText('Mallory is no longer muted')).toBeAttached();

  await choose(page, 'Report Mallory');
  const report = page.getByRole('dialog', { name: 'Report Mallory Known' });
  await expect(report.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More about Mallory' })).toBeFocused();
  await choose(page, 'Report Mallory');
  await expect(report.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // The choices stand before the buttons: backwards through the dialog.
  await page.keyboard.press('Shift+Tab');
  await expect(report.getByRole('checkbox', { name: 'Also block Mallory' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Writes to everybody.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(report.getByRole('group', { name: 'Why?' }).getByRole('radio', { checked: true })).toHaveCount(1);
  await tabTo(page, report.getByRole('button', { name: 'Report', exact: true }));
  await page.keyboard.press('Enter');
  await expect(report).toHaveCount(0);
  await expect(said.getByText('Reported. You will be told what came of it.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'More about Mallory' })).toBeFocused();

  await choose(page, 'Block Mallory');
  const block = page.getByRole('dialog', { name: 'Block Mallory Known?' });
  await expect(block.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(said.getByText('Mallory Known is blocked')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'You have blocked Mallory Known' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);

  await tabTo(page, page.getByRole('link', { name: 'Blocked people' }));
  await page.keyboard.press('Enter');
  const unblock = page.getByRole('button', { name: 'Unblock Mallory Known' });
  await tabTo(page, unblock, 80);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nobody. You can block a person')).toBeVisible();
});
