import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, openLive, sayMuch, test } from '#tests/e2e/support/chat.ts';

test('requests, messages and answers arrive live: each badge counts its own, the panel has all', {
  tag: '@phone',
}, async ({ page, ana, ben, anotherCaller, socketOf }) => {
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const panel = page.getByRole('group', { name: 'Notifications' });
  await openLive(page, '/projects');
  await bell.click();
  await expect(panel.getByText('is connected with you now')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await expect(bell).toHaveAccessibleName('Notifications');

  const cleo = await anotherCaller({ firstName: 'Cleo', lastName: 'Cole' });
  await cleo.request.post(`/api/request/interested/${ana.account._id}`);
  await sayMuch(await socketOf(ben), ana, 2);
  await expect(page).toHaveTitle(/^\(3\) /);
  await expect(bell, 'Requests and Connections count these').toHaveAccessibleName('Notifications');

  await bell.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Notifications 2 unread' })).toBeFocused();
  await expectAccessible(page);
  await expect(panel.getByRole('link', { name: /Cleo Cole.* wants to connect.* unread/ })).toBeVisible();
  await panel.getByRole('link', { name: /Ben Berg.* 2 unread messages/ }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${ben.account._id}$`));
  await expect(panel).toBeHidden();
  await expect(page).toHaveTitle(/^\(1\) /);

  await bell.click();
  await panel.getByRole('link', { name: /Cleo Cole/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeFocused();
  await page.getByRole('button', { name: 'Accept Cleo Cole' }).click();
  await expect(page).not.toHaveTitle(/^\(/);
});
