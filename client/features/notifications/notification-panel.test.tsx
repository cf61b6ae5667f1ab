import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { listOf, makePerson, memberApi, renderApp, renderWithStore, unavailable } from '#client/test-support.tsx';
import type { NotificationItem, UnreadNotifications } from '#shared/api/notifications.ts';
import { NotificationBell } from './notification-bell.tsx';
import { NewsCountContext, useLoadedNewsCount } from './use-news-count.ts';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes' });
const project = { _id: 'kite', projectName: 'Kite' };
const createdAt = '2026-01-02T00:00:00.000Z';

let made = 0;
function item(own: Partial<NotificationItem>): NotificationItem {
  made += 1;
  return { _id: `n${made}`, kind: 'request', count: 1, createdAt, readAt: null, ...own };
}

const counts = (items: readonly NotificationItem[], askers = 0): UnreadNotifications => {
  const unread = items.filter(({ readAt }) => readAt === null);
  const unreadOf: UnreadNotifications['unreadOf'] = {};
  for (const { kind } of unread) unreadOf[kind] = (unreadOf[kind] ?? 0) + 1;
  return { unread: unread.length, unreadOf, askers };
};
const page = (items: readonly NotificationItem[], more: object = {}) => ({
  body: { items, nextCursor: null, ...counts(items), ...more },
});

function open(items: readonly NotificationItem[], change: (api: FakeApi) => void = () => undefined) {
  const api = memberApi(['notifications']).on('GET notifications', page(items));
  change(api);
  return { api, ...renderWithStore(<CountedBell />) };
}

/** As in the shell, which counts for all badges. */
function CountedBell() {
  return (
    <NewsCountContext value={useLoadedNewsCount({ skip: false })}>
      <NotificationBell />
    </NewsCountContext>
  );
}

async function openPanel(name: string | RegExp = /^Notifications/): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  const panel = document.getElementById(button.getAttribute('popovertarget') ?? '') as HTMLElement;
  const tell = (type: string) => fireEvent(panel, Object.assign(new Event(type), { newState: 'open' }));
  tell('beforetoggle');
  panel.style.display = 'block';
  tell('toggle');
  await within(panel).findByRole('heading', { name: /^Notifications/ });
  // The rows follow in the next frame.
  await waitFor(() => expect(panel.querySelector('li[aria-hidden]')).toBeNull());
  return panel;
}

it('words each kind of notification, links to its screen, and moves with the arrow keys, around both ends', async () => {
  const { user } = open([
    item({ kind: 'request', actor: ana }),
    item({ kind: 'connected', actor: ana }),
    item({ kind: 'interest', actor: ana, project, count: 3 }),
    item({ kind: 'interest-reviewed', project, status: 'accepted' }),
    item({ kind: 'mention', actor: ana, project, messageId: 'm7' }),
    item({ kind: 'account', event: 'password-changed', readAt: createdAt }),
  ]);
  const panel = await openPanel();
  const list = within(panel).getByRole('list', { name: 'Notifications' });
  const rows = within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent?.replace(/\s+/g, ' '), link.getAttribute('href')]);
  expect(rows.map(([, href]) => href)).toEqual([
    '/requests',
    '/chat/ana',
    '/project/view/kite',
    '/project/view/kite',
    '/messages/room/kite?message=m7',
    '/setting',
  ]);
  for (const [index, words] of [
    'wants to connect',
    'is connected with you now',
    'and 2 others ask to join Kite',
    'You are a member now',
    'mentioned you in Kite',
    'Your password was changed.',
  ].entries())
    expect(rows[index]?.[0]).toContain(words);
  expect(rows.map(([text]) => text?.endsWith(', unread'))).toEqual([true, true, true, true, true, false]);
  const items = [...panel.querySelectorAll('a, button')];
  for (const [key, next] of [
    ['{Home}', items[0]],
    ['{ArrowDown}', items[1]],
    ['{ArrowUp}', items[0]],
    ['{ArrowUp}', items.at(-1)],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(next);
  }
});

it('counts in the bell what its panel calls unread, and in the title what is new, each once', async () => {
  const items = [
    item({ kind: 'request', actor: ana }),
    item({ kind: 'interest', actor: ana, project }),
    item({ kind: 'connected', actor: ana }),
    item({ kind: 'message', actor: ana }),
  ];
  memberApi(['notifications'])
    .on('GET notifications', page(items, { askers: 2 }))
    .on('GET user/request/received', listOf({ _id: 'r1', fromUserID: ana, status: 'interested', createdAt }));
  renderApp('/setting');
  await screen.findByRole('button', { name: 'Notifications, 3 unread' });
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  expect(within(navigation).queryByRole('link', { name: /Requests\s*1\s*waiting/ })).not.toBeNull();
  expect(within(navigation).queryByRole('link', { name: /Projects\s*2\s*people ask to join/ })).not.toBeNull();
  await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
});

it('leaves messages to Messages, also those that an older upstream sends along, and marks an opened row as read at once', async () => {
  const row = item({ kind: 'connected', actor: ana });
  const { api, user, router } = open([item({ kind: 'message', actor: ana, count: 3 }), row], (before) =>
    before.on('POST notifications/read', { body: { unread: 0, unreadOf: {}, askers: 0 } }),
  );
  const panel = within(await openPanel('Notifications, 1 unread'));
  expect(panel.queryByText(/message/)).toBeNull();
  expect(panel.getByRole('heading', { name: 'Notifications 1 unread' })).toBeDefined();
  await user.click(panel.getByRole('link', { name: /Ana Lopes/ }));
  expect(router.state.location.pathname).toBe('/chat/ana');
  await screen.findByRole('button', { name: 'Notifications' });
  expect(api.bodies('POST notifications/read')).toEqual([{ ids: [row._id] }]);
});

it('marks all as read, and says so when it fails', async () => {
  const { api, user } = open(
    [item({ kind: 'connected', actor: ana }), item({ kind: 'account', event: 'password-changed' })],
    (before) => before.on('POST notifications/read', unavailable('Not now.')),
  );
  const panel = within(await openPanel('Notifications, 2 unread'));
  await user.click(panel.getByRole('button', { name: 'Mark all read' }));
  expect((await panel.findByRole('alert')).textContent).toContain('Not now.');
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  api.on('POST notifications/read', { body: { unread: 0, unreadOf: {}, askers: 0 } });
  await user.click(panel.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all read' })).toBeNull());
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^Notifications/ }));
  expect(panel.queryByRole('alert')).toBeNull();
});

it('says that there is nothing, and why it could not load', async () => {
  const { api, user } = open([], (before) => before.on('GET notifications', unavailable('Busy.')));
  const panel = within(await openPanel());
  expect((await panel.findByRole('alert')).textContent).toContain('Busy.');
  api.on('GET notifications', page([]));
  await waitFor(async () => {
    // The panel asks again when it opens: a press before that answer is ignored.
    const retry = panel.queryByRole('button', { name: 'Retry' });
    if (retry) await user.click(retry);
    expect(panel.queryByText(/Nothing yet/)).not.toBeNull();
  });
});
