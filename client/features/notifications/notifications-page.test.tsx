import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clockTime } from '#client/lib/text/time.ts';
import type { FakeApi } from '#client/test-api.ts';
import { makePerson, memberApi, renderApp, unavailable } from '#client/test-support.tsx';
import type { NotificationItem } from '#shared/api/notifications.ts';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes' });
const request: NotificationItem = {
  _id: 'n1',
  kind: 'request',
  actor: ana,
  count: 1,
  createdAt: new Date().toISOString(),
  readAt: null,
};
const account: NotificationItem = {
  ...request,
  _id: 'n2',
  kind: 'account',
  event: 'password-changed',
  createdAt: '2026-01-02T12:00:00.000Z',
};
const counts = { unread: 2, unreadOf: { request: 1, account: 1 }, askers: 0 };

function open(path = '/notifications', change: (api: FakeApi) => unknown = () => undefined) {
  const api = memberApi(['notifications']).on('GET notifications', ({ query }) => ({
    body: {
      items: [request, account].filter(({ kind }) => query.get('kinds')?.includes(kind) ?? true),
      nextCursor: null,
      ...counts,
    },
  }));
  change(api);
  return { api, ...renderApp(path) };
}

it('shows what has happened under its day, and each kind on a tab with its unread count', async () => {
  open();
  const today = await screen.findByRole('list', { name: 'Today' });
  expect(within(today).getByRole('link', { name: /Ana Lopes.*wants to connect.*unread/ })).toBeDefined();
  expect(within(today).getByText('just now')).toBeDefined();
  expect(screen.getByText(clockTime(account.createdAt)), 'under the heading of an earlier day').toBeDefined();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'All2 unread',
    'People1 unread',
    'Projects',
    'Account1 unread',
  ]);
});

it('keeps kind and filter in the address, and asks the upstream for no more', async () => {
  const { api, user, router } = open('/notifications?kind=account&unread=1');
  await screen.findByRole('link', { name: /Your password was changed/ });
  expect(screen.queryByText('wants to connect')).toBeNull();
  const asked = api.calls
    .filter(({ call }) => call === 'GET notifications')
    .map(({ query }) => Object.fromEntries(query));
  expect(asked).toContainEqual({ limit: '10', without: 'message', kinds: 'account', unread: 'true' });
  await user.click(screen.getByRole('tab', { name: /^People/ }));
  await user.click(screen.getByRole('button', { name: 'Unread only' }));
  expect(router.state.location.search).toBe('?kind=people');
});

it('marks all as read, also in the bell, and keeps the focus; shows only unread ones, also of an older upstream', async () => {
  const { user } = open('/notifications?unread=1', (api) =>
    api
      .on('GET notifications', {
        body: { items: [request, { ...account, readAt: account.createdAt }], nextCursor: 'next', ...counts },
      })
      .on('POST notifications/read', { body: { unread: 0, unreadOf: {}, askers: 0 } }),
  );
  await screen.findByRole('link', { name: /Ana Lopes/ });
  expect(screen.queryByText('Your password was changed.')).toBeNull();
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await screen.findByRole('button', { name: 'Notifications' });
  await screen.findByRole('heading', { name: 'Nothing unread' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it('loads older notifications, each shown once', async () => {
  const { user } = open('/notifications', (api) =>
    api.on('GET notifications', ({ query }) => ({
      body: query.has('cursor')
        ? { items: [request, account], nextCursor: null, ...counts }
        : { items: [request], nextCursor: 'next', ...counts },
    })),
  );
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByRole('link', { name: /Your password was changed/ });
  expect(screen.getAllByRole('link', { name: /Ana Lopes/ })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('says why a list is empty, or could not be loaded', async () => {
  const { user } = open('/notifications?kind=projects', (api) =>
    api.on('GET notifications', ({ query }) =>
      query.has('unread') ? unavailable('Busy.') : { body: { items: [], nextCursor: null, ...counts } },
    ),
  );
  await screen.findByRole('heading', { name: 'Nothing yet about projects' });
  await user.click(screen.getByRole('button', { name: 'Unread only' }));
  await screen.findByRole('button', { name: 'Retry' });
});

it('is an unknown address where the upstream stores no notifications', async () => {
  open('/notifications', (api) => api.on('GET capabilities', { status: 404, body: '' }));
  await screen.findByRole('heading', { level: 1, name: 'No route matches URL' });
  expect(screen.queryByRole('tablist')).toBeNull();
});
