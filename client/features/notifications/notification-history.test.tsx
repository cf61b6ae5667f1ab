import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  type FakeApi,
  fakeApi,
  installBrowserParts,
  loadBeforehand,
  makePerson,
  renderApp,
  renderWithStore,
} from '#client/test-support.tsx';
import type { NotificationItem, UnreadNotifications } from '#shared/api/notifications.ts';
import { NotificationBell } from './notification-bell.tsx';
import { NewsCountContext, useLoadedNewsCount } from './use-news-count.ts';

installBrowserParts();
loadBeforehand('setting');

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
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities: ['notifications'] } })
    .on('GET notifications', page(items));
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
  // Until the capabilities are loaded, the panel is the one for an upstream without stored notifications.
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

it('words each kind of notification, and links to its screen', async () => {
  open([
    item({ kind: 'request', actor: ana }),
    item({ kind: 'connected', actor: ana }),
    item({ kind: 'interest', actor: ana, project, count: 3 }),
    item({ kind: 'interest-reviewed', project, status: 'accepted' }),
    item({ kind: 'message', actor: ana, count: 2 }),
    item({ kind: 'account', event: 'password-changed', readAt: createdAt }),
  ]);
  const list = within(await openPanel()).getByRole('list', { name: 'Notifications' });
  const rows = within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent?.replace(/\s+/g, ' '), link.getAttribute('href')]);
  expect(rows.map(([, href]) => href)).toEqual([
    '/requests',
    '/chat/ana',
    '/project/view/kite',
    '/project/view/kite',
    '/chat/ana',
    '/setting',
  ]);
  for (const [index, words] of [
    'wants to connect',
    'is connected with you now',
    'and 2 others ask to join Kite',
    'You are a member now',
    '2 unread messages',
    'Your password was changed.',
  ].entries())
    expect(rows[index]?.[0]).toContain(words);
  expect(rows.map(([text]) => text?.includes('unread') && text.endsWith(', unread'))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
});

it('counts in the bell only what no other badge counts, and everything once in the title', async () => {
  const items = [
    item({ kind: 'request', actor: ana }),
    item({ kind: 'interest', actor: ana, project }),
    item({ kind: 'connected', actor: ana }),
  ];
  fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me', firstName: 'Demo' }) })
    .on('GET capabilities', { body: { capabilities: ['notifications'] } })
    .on('GET notifications', page(items, { askers: 2 }))
    .on('GET user/request/received', {
      body: { message: '', data: [{ _id: 'r1', fromUserID: ana, status: 'interested', createdAt }] },
    });
  renderApp('/setting');
  await screen.findByRole('button', { name: 'Notifications, 1 new' });
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  expect(within(navigation).queryByRole('link', { name: /Requests\s*1\s*waiting/ })).not.toBeNull();
  expect(within(navigation).queryByRole('link', { name: /Projects\s*2\s*people ask to join/ })).not.toBeNull();
  await waitFor(() => expect(document.title).toMatch(/^\(4\) /));
});

it('counts the messages of a conversation as they arrive, of which only the first sends a notification', async () => {
  const row = item({ kind: 'message', actor: ana, count: 1 });
  const conversation = { user: ana, lastMessage: null, unread: 3 };
  open([row], (api) =>
    api
      .on('GET capabilities', { body: { capabilities: ['notifications', 'chat.list'] } })
      .on('GET chats', { body: { items: [conversation], nextCursor: null, unreadTotal: 3, unreadConversations: 1 } }),
  );
  const panel = within(await openPanel());
  await panel.findByRole('link', { name: /3 unread messages/ });
});

it('marks an opened row as read at once', async () => {
  const row = item({ kind: 'connected', actor: ana });
  const { api, user, router } = open([row], (before) =>
    before.on('POST notifications/read', { body: { unread: 0, unreadOf: {}, askers: 0 } }),
  );
  const panel = within(await openPanel('Notifications, 1 new'));
  await user.click(panel.getByRole('link', { name: /Ana Lopes/ }));
  expect(router.state.location.pathname).toBe('/chat/ana');
  await screen.findByRole('button', { name: 'Notifications' });
  expect(api.calls.find(({ call }) => call === 'POST notifications/read')?.body).toEqual({ ids: [row._id] });
});

it('marks all as read, and says so when it fails', async () => {
  const { api, user } = open(
    [item({ kind: 'connected', actor: ana }), item({ kind: 'account', event: 'password-changed' })],
    (before) =>
      before.on('POST notifications/read', { status: 503, body: { code: 'unavailable', message: 'Not now.' } }),
  );
  const panel = within(await openPanel('Notifications, 2 new'));
  await user.click(panel.getByRole('button', { name: 'Mark all as read' }));
  expect((await panel.findByRole('alert')).textContent).toContain('Not now.');
  await screen.findByRole('button', { name: 'Notifications, 2 new' });
  api.on('POST notifications/read', { body: { unread: 0, unreadOf: {}, askers: 0 } });
  await user.click(panel.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^Notifications/ }));
  expect(panel.queryByRole('alert')).toBeNull();
});

it('loads older notifications, each shown once', async () => {
  const [newer, older] = [item({ kind: 'connected', actor: ana }), item({ kind: 'account', readAt: createdAt })];
  const { user } = open([newer], (api) =>
    api.on('GET notifications', ({ query }) =>
      query.get('cursor') === 'next' ? page([newer, older]) : page([newer], { nextCursor: 'next' }),
    ),
  );
  const panel = within(await openPanel());
  await user.click(await panel.findByRole('button', { name: 'Show older' }));
  await waitFor(() =>
    expect(within(panel.getByRole('list', { name: 'Notifications' })).getAllByRole('link')).toHaveLength(2),
  );
  expect(panel.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('says that there is nothing, and why it could not load', async () => {
  const { api, user } = open([], (before) =>
    before.on('GET notifications', { status: 503, body: { code: 'unavailable', message: 'Busy.' } }),
  );
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
