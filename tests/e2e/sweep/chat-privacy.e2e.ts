import type { Page } from '@playwright/test';
import { bubbles, composer, expect, isLive, openChat, say, test, typeUntilSeen } from '#tests/e2e/support/chat.ts';

/** Switches something in the settings, in the account or, where `here`, on this device. */
async function switchOff(page: Page, name: string, here = false): Promise<void> {
  await page.goto('/setting?section=privacy');
  const saved = here
    ? undefined
    : page.waitForResponse((reply) => reply.request().method() === 'PATCH' && /preferences/.test(reply.url()));
  await page.getByRole('checkbox', { name }).or(page.getByRole('switch', { name })).first().click();
  await saved;
}

test('without receipts one neither gives nor gets them', async ({ page, ana, ben }) => {
  await switchOff(ben.page, 'Read receipts');
  await openChat(ana, ben);
  await openChat(ben, ana);
  await isLive(ben.page);
  await say(ana, 'a question');
  await expect(bubbles(ben.page)).toHaveCount(1);
  await say(ben, 'an answer');
  await expect(bubbles(page)).toHaveCount(2);
  // Ana gives receipts, and Ben is not shown them.
  for (const person of [ana, ben]) await expect(person.page.getByText('Seen')).toHaveCount(0);
  await page.reload();
  await expect(bubbles(page)).toHaveCount(2);
  await expect(page.getByText('Seen')).toHaveCount(0);
});

test('typing is neither sent nor shown where it is switched off', async ({ page, ana, ben }) => {
  await switchOff(ben.page, 'Show others when I am typing');
  await switchOff(page, 'Show me when others are typing', true);
  await openChat(ana, ben);
  await openChat(ben, ana);
  for (const each of [page, ben.page]) await isLive(each);
  await say(ben, 'a beginning');
  await expect(bubbles(page)).toHaveCount(1);
  await composer(ben.page).pressSequentially('secretly');
  await typeUntilSeen(ana, ben.page, 'Ana is typing…');
  await expect(page.getByText('Ben is typing…')).toHaveCount(0);
});

test('who hides their presence is not shown, and sees nobody’s', async ({ page, ana, ben }) => {
  await openChat(ana, ben);
  await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible();
  await openChat(ben, ana);
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible();
  await switchOff(ben.page, 'Show when I am online');
  await openChat(ben, ana);
  await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible();
  await say(ana, 'are you there?');
  await expect(bubbles(ben.page)).toHaveCount(1);
  await expect(ben.page.getByText('Online', { exact: true })).toHaveCount(0);
});
