import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, openLive, sayMuch, test } from '#tests/e2e/support/chat.ts';

test('requests and answers arrive live at the bell, which says what its panel says, and messages at Messages', {
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
  await expect(bell, 'messages are counted at Messages').toHaveAccessibleName('Notifications, 1 unread');

  await bell.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Notifications 1 unread' })).toBeFocused();
  await expectAccessible(page);
  await expect(panel.getByText(/Ben Berg.*message/)).toHaveCount(0);
  await panel.getByRole('link', { name: /Cleo Cole.* wants to connect.* unread/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeFocused();
  await expect(panel).toBeHidden();
  await expect(bell).toHaveAccessibleName('Notifications');
  await expect(page).toHaveTitle(/^\(2\) /);

  await page.goto(`/chat/${ben.account._id}`);
  await expect(page).not.toHaveTitle(/^\(/);
});
