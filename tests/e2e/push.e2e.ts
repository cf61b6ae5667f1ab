import type { Page } from '@playwright/test';
import { PushBrowser } from '#tests/support/push-service.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/product.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

/** Chromium has no push service here: the page gets a subscription that nobody has made. */
async function fakePushService(page: Page, endpoint: string): Promise<void> {
  const { subscription } = new PushBrowser(endpoint);
  await page.addInitScript((json) => {
    const name = 'test:subscribed';
    const made = {
      toJSON: () => json,
      unsubscribe: async () => {
        sessionStorage.removeItem(name);
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem(name, 'yes');
      return made;
    };
    PushManager.prototype.getSubscription = async () => (sessionStorage.getItem(name) === null ? null : made);
  }, subscription);
}

/** The identifier by which the developer tools know the worker of this page. */
async function workerRegistration(page: Page) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return (data: object) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
}

const shownTitles = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

test('push notifications are switched on for this browser, shown one for each conversation, and end with the log-out @desktop', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  await fakePushService(page, 'https://push.example.com/e2e');
  await page.goto('/setting?section=notifications');
  const control = page.getByRole('checkbox', { name: 'Push notifications' });
  await expect(control).not.toBeChecked();
  await control.click();
  await expect(control).toBeChecked();
  await expectAccessible(page);
  await page.reload();
  await expect(control).toBeChecked();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');

  const deliver = await workerRegistration(page);
  const message = { kind: 'message', tag: 'message:a1', title: 'Ada Byron', path: '/chat/a1', at: 1 };
  await deliver({ ...message, line: '1 unread message' });
  await expect.poll(() => shownTitles(page)).toEqual(['Ada Byron: 1 unread message']);
  await deliver({ ...message, line: '2 unread messages' });
  await deliver({ ...message, tag: 'request:b2', title: 'Ben', line: 'wants to connect' });
  await expect
    .poll(async () => (await shownTitles(page)).toSorted())
    .toEqual(['Ada Byron: 2 unread messages', 'Ben: wants to connect']);

  await control.click();
  await expect(control).not.toBeChecked();
  expect(await (await page.request.get('/api/push/key')).json()).toMatchObject({ subscribed: false });
  await control.click();
  await expect(control).toBeChecked();
  await page.evaluate(() => fetch('/api/signout', { method: 'POST' }));
  await expect.poll(() => shownTitles(page)).toEqual([]);
  await signUp();
  await page.goto('/setting?section=notifications');
  await expect(control, 'another account at this browser').not.toBeChecked();
});
