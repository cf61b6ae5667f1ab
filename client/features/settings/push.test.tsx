import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { memberApi, renderApp, unavailable } from '#client/test-support.tsx';

interface FakeBrowser {
  permission: NotificationPermission;
  /** The answer of the user. */
  answer: NotificationPermission;
  subscription: PushSubscription | null;
  changed: () => void;
  fails: boolean;
  asked: number;
  /** The ids that the service worker was told. */
  noted: string[];
}

let browser: FakeBrowser;
beforeEach(() => {
  browser = {
    permission: 'default',
    answer: 'granted',
    subscription: null,
    changed: () => undefined,
    fails: false,
    asked: 0,
    noted: [],
  };
});

function installPush(): void {
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (browser.fails) throw new DOMException('Registration failed', 'AbortError');
      browser.subscription = {
        toJSON: () => ({ endpoint: `https://push.example.com/${applicationServerKey}`, keys: {} }),
        unsubscribe: async () => {
          browser.subscription = null;
          return true;
        },
      } as unknown as PushSubscription;
      return browser.subscription;
    },
  };
  const registration = { pushManager };
  const status = {
    set onchange(listener: (() => void) | null) {
      browser.changed = () => listener?.();
    },
  };
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (_name: string, noted: Response) => void browser.noted.push(await noted.text()) }),
  });
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      browser.permission = browser.answer;
      browser.changed();
      return browser.permission;
    },
  });
  onNavigator('serviceWorker', {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  });
  onNavigator('permissions', { query: async () => status });
}

function onNavigator(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}
afterEach(() => {
  for (const name of ['serviceWorker', 'permissions', 'standalone']) Reflect.deleteProperty(navigator, name);
});

async function open(change: (api: FakeApi) => void = () => undefined) {
  const state = { subscribed: false };
  const api = memberApi(['push'])
    .on('GET push/key', () => ({ body: { key: 'the-key', ...state } }))
    .on('POST push/subscription', () => {
      state.subscribed = true;
      return { body: { ...state, subscription: 's1' } };
    })
    .on('DELETE push/subscription', () => {
      state.subscribed = false;
      return { body: state };
    });
  change(api);
  const rendered = renderApp('/setting?section=notifications');
  await screen.findByRole('checkbox', { name: 'Count in the title' });
  return { api, ...rendered };
}

const control = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Push notifications' });

it('asks for the permission only when it is pressed, and is off again with a second press', async () => {
  installPush();
  const { api, user } = await open();
  expect((await control()).checked).toBe(false);
  expect(browser.asked).toBe(0);
  await user.click(await control());
  await waitFor(async () => expect((await control()).checked).toBe(true));
  expect(browser.asked).toBe(1);
  const sent = api.calls.find(({ call }) => call === 'POST push/subscription');
  expect(sent?.body).toMatchObject({ endpoint: 'https://push.example.com/the-key' });
  await user.click(await control());
  await waitFor(async () => expect((await control()).checked).toBe(false));
  expect(api.count('DELETE push/subscription')).toBe(1);
  await waitFor(() => expect(browser.subscription).toBeNull());
  expect(browser.noted, 'the service worker shows messages to s1, then none').toEqual(['s1', '']);
});

it('stays off where the question is closed, and is off for a subscription of another account', async () => {
  installPush();
  browser.answer = 'default';
  browser.subscription = { unsubscribe: async () => true } as unknown as PushSubscription;
  const { api, user } = await open();
  await user.click(await control());
  await waitFor(async () => expect((await control()).disabled).toBe(false));
  expect((await control()).checked).toBe(false);
  expect(api.count('POST push/subscription')).toBe(0);
});

it('says how to allow notifications that are blocked, and follows the browser when they are', async () => {
  installPush();
  browser.permission = 'denied';
  await open();
  expect(await screen.findByText(/Your browser blocks notifications of this site/)).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Push notifications' })).toBeNull();
  browser.permission = 'default';
  await waitFor(() => {
    act(() => browser.changed());
    expect(screen.queryByText(/Your browser blocks/)).toBeNull();
  });
  expect((await control()).checked).toBe(false);
});

it('goes on after a change of the password, which ends the subscriptions of all sessions', async () => {
  installPush();
  const { api, user, router } = await open((before) =>
    before.on('PATCH profile/password', { body: { message: 'ok' } }),
  );
  await user.click(await control());
  await waitFor(() => expect(browser.noted).toEqual(['s1']));
  await act(() => router.navigate('/setting?section=account'));
  await user.click(await screen.findByRole('button', { name: 'Change your password' }));
  for (const label of ['Current password', 'New password', 'Confirm new password'])
    fireEvent.change(screen.getByLabelText(label), {
      target: { value: label === 'Current password' ? 'Old#2026' : 'New#2026' },
    });
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(browser.noted).toEqual(['s1', 's1']));
  expect(api.count('POST push/subscription')).toBe(2);
  expect(browser.subscription, 'the same one').not.toBeNull();
});

it('says that the push service cannot be reached, and gives a subscription back that was not stored', async () => {
  installPush();
  browser.fails = true;
  const { user } = await open((api) => api.on('POST push/subscription', unavailable('Later, please.')));
  await user.click(await control());
  expect(await screen.findByText(/could not reach its push service/)).toBeTruthy();
  browser.fails = false;
  await user.click(await control());
  expect(await screen.findByText(/That was not saved/)).toBeTruthy();
  expect((await control()).checked).toBe(false);
  expect(browser.subscription).toBeNull();
});

it.each([
  ['that this browser cannot', undefined, /cannot show notifications while DotCode is closed/],
  ['on iOS that the app has to be installed', false, /they need DotCode on the Home Screen/],
])('says %s', async (_what, standalone, sentence) => {
  if (standalone !== undefined) onNavigator('standalone', standalone);
  await open();
  expect(await screen.findByText(sentence)).toBeTruthy();
});
