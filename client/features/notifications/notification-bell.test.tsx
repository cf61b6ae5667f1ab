import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { removeRequest } from '#client/store/slices/requests-slice.ts';
import {
  type FakeApi,
  fakeApi,
  installBrowserParts,
  loadBeforehand,
  makePerson,
  renderApp,
} from '#client/test-support.tsx';

installBrowserParts();
loadBeforehand('setting');

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okoro' });
const createdAt = '2026-01-02T00:00:00.000Z';
const request = (_id: string, fromUserID: object | null) => ({ _id, fromUserID, status: 'interested', createdAt });
const received = (...data: unknown[]) => ({ body: { message: '', data } });
const chatWith = (user: object, unread: number) => ({
  user,
  lastMessage: { _id: 'm', text: 'See you', senderId: 'ben', createdAt },
  unread,
});
const chats = (items: ReturnType<typeof chatWith>[], more: object = {}) => ({
  body: { items, nextCursor: null, unreadTotal: items.reduce((sum, { unread }) => sum + unread, 0), ...more },
});

async function open(change: (api: FakeApi) => void = () => undefined) {
  const api = fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me', firstName: 'Demo' }) })
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET user/request/received', received())
    .on('GET chats', chats([]));
  change(api);
  const rendered = renderApp('/setting');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  // The badges come after the screen.
  await waitFor(() => expect(api.count('GET user/request/received')).toBe(1));
  return { api, ...rendered };
}

const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name });
/** Opens the popover as a browser does on a press; jsdom does not. The code of its content comes then. */
async function press(button: HTMLElement): Promise<HTMLElement> {
  const panel = document.getElementById(button.getAttribute('popovertarget') ?? '') as HTMLElement;
  const tell = (type: string) => fireEvent(panel, Object.assign(new Event(type), { newState: 'open' }));
  tell('beforetoggle');
  panel.style.display = 'block';
  tell('toggle');
  await within(panel).findByRole('heading', { name: /^Notifications/ });
  return panel;
}

it('lists requests and unread messages of an upstream without history, and leads to each of them', async () => {
  const { store } = await open((api) =>
    api.on('GET user/request/received', received(request('r1', ana))).on('GET chats', chats([chatWith(ben, 2)])),
  );
  const panel = within(await press(await bell()));
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^Notifications/ }));
  const asks = await panel.findByRole('link', { name: /Ana Lopes.*wants to connect/ });
  expect(asks.getAttribute('href')).toBe('/requests');
  const message = panel.getByRole('link', { name: /Ben Okoro.*See you\s*2\s*unread/ });
  expect(message.getAttribute('href')).toBe('/chat/ben');
  expect(panel.getByRole('link', { name: 'See all requests' }).getAttribute('href')).toBe('/requests');
  expect(panel.getByRole('link', { name: 'See all messages' }).getAttribute('href')).toBe('/messages');
  act(() => void store.dispatch(removeRequest('r1')));
  expect(panel.queryByText('wants to connect')).toBeNull();
  expect(panel.queryByText('This server keeps no other notifications', { exact: false })).not.toBeNull();
  expect((await bell()).getAttribute('aria-label'), 'other badges count these').toBe('Notifications');
});

it('says that nothing is new, and how to see the rest', async () => {
  await open();
  const panel = within(await press(await bell('Notifications')));
  await panel.findByText('Nothing new');
  expect(panel.queryByRole('link', { name: 'See all requests' })).not.toBeNull();
});

it('moves through its rows with the arrow keys', async () => {
  const { user } = await open((api) => api.on('GET user/request/received', received(request('r1', ana))));
  const panel = within(await press(await bell()));
  await panel.findByRole('link', { name: /Ana Lopes/ });
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(panel.getByRole('link', { name: /Ana Lopes/ }));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(panel.getByRole('link', { name: 'See all messages' }));
  await user.keyboard('{Home}{ArrowDown}');
  expect(document.activeElement).toBe(panel.getByRole('link', { name: 'See all requests' }));
});

it('names a former member, and shows only the first of many requests', async () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((_id) => request(_id, _id === 'a' ? null : ana));
  await open((api) => api.on('GET user/request/received', received(...many)));
  const panel = within(await press(await bell()));
  expect(within(await panel.findByRole('list', { name: 'Requests' })).getAllByRole('link')).toHaveLength(5);
  expect(panel.queryByText('Former member')).not.toBeNull();
});

it('finds unread conversations on later pages', async () => {
  const { api } = await open((before) =>
    before.on('GET chats', ({ query }) =>
      query.get('cursor') === 'second'
        ? chats([chatWith(ana, 1)])
        : chats([], { nextCursor: 'second', unreadTotal: 1 }),
    ),
  );
  const button = await bell();
  await waitFor(() => expect(api.count('GET chats')).toBe(1));
  await within(await press(button)).findByRole('link', { name: /Ana Lopes/ });
});

it('says why it could not load, and loads again', async () => {
  const { api, user } = await open((before) =>
    before.on('GET user/request/received', { status: 503, body: { code: 'unavailable', message: 'Busy.' } }),
  );
  const panel = within(await press(await bell('Notifications')));
  expect((await panel.findByRole('alert')).textContent).toContain('Busy.');
  expect(panel.queryByText('Nothing new')).toBeNull();
  api.on('GET user/request/received', received(request('r1', ana)));
  await user.click(panel.getByRole('button', { name: 'Retry' }));
  await panel.findByRole('link', { name: /Ana Lopes/ });
  await waitFor(() => expect(panel.queryByRole('alert')).toBeNull());
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: /^Notifications/ }));
});

it('does not say that nothing is new while it loads', async () => {
  await open((api) => api.on('GET user/request/received', new Promise(() => undefined)));
  const panel = await press(await bell('Notifications'));
  await waitFor(() => expect(panel.querySelector('[aria-busy]')).not.toBeNull());
  expect(within(panel).queryByText('Nothing new')).toBeNull();
});

it('shows only requests at an upstream without a list of conversations', async () => {
  await open((api) =>
    api
      .on('GET capabilities', { status: 404, body: 'no' })
      .on('GET user/request/received', received(request('r1', ana))),
  );
  const panel = within(await press(await bell()));
  await panel.findByRole('link', { name: /Ana Lopes/ });
  expect(panel.queryByRole('link', { name: 'See all messages' })).toBeNull();
});
