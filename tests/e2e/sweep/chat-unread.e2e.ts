import type { Page } from '@playwright/test';
import { expect, openChat, openLive, sayMuch, test } from '#tests/e2e/support/chat.ts';

const badge = (page: Page, count: number) =>
  page.getByRole('navigation').getByText(new RegExp(`^${count}\\s*unread message`));

test('all messages are marked as read at once, on every device, and what was read stays so', async ({
  page,
  ana,
  ben,
  friendOfAna,
  socketOf,
  anotherDeviceOf,
}) => {
  const cem = await friendOfAna({ firstName: 'Cem', lastName: 'Can' });
  await sayMuch(await socketOf(ben), ana, 2);
  await sayMuch(await socketOf(cem), ana, 1);
  await openLive(page, '/messages');
  const { page: phone } = await anotherDeviceOf(ana);
  await openLive(phone, '/projects');
  for (const tab of [page, phone]) await expect(badge(tab, 3)).toBeAttached();
  await page.getByRole('button', { name: 'Mark all read' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
  for (const tab of [page, phone]) await expect(badge(tab, 3)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('line 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
});

// The list stands beside the conversation where there is room.
test('badges count the conversations of all pages, and the list goes on as it is scrolled', async ({
  page,
  ana,
  ben,
  friendOfAna,
  socketOf,
  anotherDeviceOf,
}) => {
  test.slow();
  // Ben spoke first: of 22 conversations his is the last, on the second page.
  await sayMuch(await socketOf(ben), ana, 3);
  for (let i = 1; i <= 21; i += 1) {
    const friend = await friendOfAna({ firstName: `Friend${i}`, lastName: 'Far' });
    await sayMuch(await socketOf(friend), ana, 1);
  }
  const { page: phone } = await anotherDeviceOf(ana);
  await openLive(phone, '/projects');
  await openLive(page, '/projects');
  for (const tab of [page, phone]) await expect(badge(tab, 24)).toBeAttached();

  // A conversation beyond the first page of both devices is read: their counts agree.
  await openChat(ana, ben);
  await expect(page.getByText('New', { exact: true })).toBeVisible();
  for (const tab of [page, phone]) await expect(badge(tab, 21)).toBeAttached();

  await openLive(page, `/chat/${ben.account._id}`);
  const list = page.getByRole('complementary', { name: 'Conversations' });
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(list.getByRole('link', { name: /Ben Berg/ })).toContainText('line 3');
  await expect(list.getByRole('link')).toHaveCount(22);
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search people and messages' }).fill('Ben');
  await expect(list.getByRole('link')).toHaveCount(1);
  await expect(list.getByRole('link', { name: /Ben Berg/ })).toContainText('line 3');
});
