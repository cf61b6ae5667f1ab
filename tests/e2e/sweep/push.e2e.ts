import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';
import { PushBrowser } from '#tests/support/push-service.ts';

test.use({ serviceWorkers: 'allow' });

/** Headless Chromium has no push service and refuses notifications: the page gets a made-up subscription. */
async function fakePushService(page: Page, endpoint: string): Promise<void> {
  const { subscription } = new PushBrowser(endpoint);
  await page.addInitScript((json) => {
    const name = 'test:subscribed';
    const made = {
      toJSON: () => json,
      unsubscribe: async () => {
        localStorage.removeItem(name);
        return true;
      },
    } as unknown as PushSubscription;
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(name, 'yes');
      return made;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(name) === null ? null : made);
  }, subscription);
}

test('push notifications are switched on and off for this browser, and end with the session', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  await fakePushService(page, 'https://push.example.com/e2e');
  await page.goto('/setting?section=notifications');
  const control = page.getByRole('checkbox', { name: 'Push notifications' });
  const isSubscribed = async () => (await (await page.request.get('/api/push/key')).json()).subscribed;
  await expect(control).not.toBeChecked();
  await control.click();
  await expect(control).toBeChecked();
  expect(await isSubscribed()).toBe(true);
  await expectAccessible(page);

  await control.click();
  await expect(control).not.toBeChecked();
  expect(await isSubscribed()).toBe(false);
  await control.click();
  await expect(control).toBeChecked();
  await page.reload();
  await expect(control).toBeChecked();

  await page.request.post('/api/signout');
  await signUp();
  await page.goto('/setting?section=notifications');
  await expect(control, 'another account at this browser').not.toBeChecked();
  expect(await isSubscribed()).toBe(false);
});
