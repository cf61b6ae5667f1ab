import type { Page } from '@playwright/test';
import { expect, isLive, openChat, openLive, say, test } from '#tests/e2e/support/chat.ts';

const badge = (page: Page, count: number) =>
  page.getByRole('navigation').getByText(new RegExp(`^${count}\\s*unread message`));

test('a message reaches every tab and device, is counted where it is not read, and read everywhere at once', async ({
  page,
  context,
  ana,
  ben,
  anotherDeviceOf,
}) => {
  await openLive(page, '/profile');
  const second = await context.newPage();
  await openLive(second, '/messages');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Messages');
  const { page: phone } = await anotherDeviceOf(ana);
  await openLive(phone, '/projects');
  await openChat(ben, ana);
  await isLive(ben.page);
  await say(ben, 'Are you there?');

  // The toast stays while the pointer rests on it.
  await page.getByText('Ben Berg: Are you there?').hover();
  for (const tab of [page, second, phone]) {
    await expect(tab).toHaveTitle(/^\(1\) /);
    await expect(badge(tab, 1)).toBeAttached();
  }
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.getByText('New', { exact: true })).toBeVisible();
  for (const tab of [page, second, phone]) await expect(tab).not.toHaveTitle(/^\(/);
  await expect(ben.page.getByRole('log')).toContainText('Are you there?');
});
