import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { presenceReceived } from '#client/state/slices/live-slice.ts';
import type { FakeApi } from '#client/test-api.ts';
import { announced, listOf as list, makePerson, memberApi, renderApp, unavailable } from '#client/test-support.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes', about: 'Maps of trains.' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Ökoro' });
const chatWith = (user: object, text: string, senderId: string, unread = 2) => ({
  user,
  lastMessage: { _id: 'm', text, senderId, createdAt: '2026-01-02T00:00:00.000Z' },
  unread,
});

function open(path = '/connection', change: (api: FakeApi) => void = () => undefined) {
  const api = memberApi(['chat.list'])
    .on('GET user/connections', list(ben, ana))
    .on('GET chats', { body: { items: [chatWith(ben, 'See you', 'me')], nextCursor: null } });
  change(api);
  return { api, ...renderApp(path) };
}

const names = () => screen.getAllByRole('link', { name: /^(Ana Lopes|Ben Ökoro)$/ }).map((link) => link.textContent);
const loaded = () => screen.findByRole('link', { name: 'Ana Lopes' });

describe('connections', () => {
  it('are counted and ordered by name, with what they say of themselves, and nothing of their messages', async () => {
    const { api } = open();
    await loaded();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Connections (2)');
    expect(names()).toEqual(['Ana Lopes', 'Ben Ökoro']);
    expect(screen.queryByText('Maps of trains.')).not.toBeNull();
    await waitFor(() => expect(api.count('GET chats')).toBe(1));
    expect(screen.queryByText(/See you/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Message Ana Lopes' }).getAttribute('href')).toBe('/chat/ana');
    await waitFor(() => expect(announced()).toBe('2 connections'));
  });

  it('are loaded up to 2,000, however short the pages are, and the list says that it goes on', async () => {
    open('/connection?q=nobody', (api) =>
      api.on('GET user/connections', ({ query }) => {
        const at = Number(query.get('cursor') ?? 0);
        const data = Array.from({ length: 40 }, (_, index) =>
          makePerson({ _id: String(at + index), firstName: 'Eve' }),
        );
        return { body: { message: '', data, nextCursor: String(at + 40) } };
      }),
    );
    await screen.findByText('The list goes on: these are the first 2,000.');
  });

  it('keep their filter in the address, so that Back finds them as they were; Escape or a press clears it', async () => {
    const { user, router } = open('/connection?q=zed');
    await user.click(await screen.findByRole('button', { name: 'Clear the search' }));
    expect(names()).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('x{Escape}');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
    await user.type(screen.getByRole('searchbox'), 'oko');
    expect(names()).toEqual(['Ben Ökoro']);
    await waitFor(() => expect(router.state.location.search).toBe('?q=oko'));
    await waitFor(() => expect(announced()).toBe('1 found'));
    await act(() => router.navigate('/setting'));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('searchbox')).toHaveProperty('value', 'oko');
    await waitFor(() => expect(names()).toEqual(['Ben Ökoro']));
  });

  it('J and K move through them, Enter opens one, M opens the chat', async () => {
    const { user, router } = open();
    (await loaded()).focus();
    await user.keyboard('j');
    expect(document.activeElement?.textContent).toBe('Ben Ökoro');
    await user.keyboard('?');
    const legend = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const name of [/^Next connection/, /^Previous connection/, /^Message the connection in focus/])
      expect(legend.queryByRole('button', { name })).not.toBeNull();
    await user.click(legend.getByRole('button', { name: 'Close' }));
    await user.keyboard('jk');
    expect(document.activeElement?.textContent).toBe('Ana Lopes');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j', ctrlKey: true });
    expect(document.activeElement?.textContent, 'a browser key is left alone').toBe('Ana Lopes');
    await user.type(screen.getByRole('searchbox'), 'j');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'j');
    await user.clear(screen.getByRole('searchbox'));
    (await loaded()).focus();
    await user.keyboard('jm');
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat/ben'));
  });

  it('show who is online, and nothing for the others', async () => {
    const { store } = open();
    await loaded();
    expect(screen.queryByText('Online')).toBeNull();
    act(() => {
      store.dispatch(presenceReceived({ ana: true, ben: false }));
    });
    const row = within(screen.getByRole('link', { name: 'Ana Lopes' }).closest('li') as HTMLElement);
    // Subscribers of the store are told with the next frame.
    expect((await row.findByText('Online')).closest('.sr-only'), 'seen, not only heard').toBeNull();
    expect(screen.getAllByText(/online|offline/i)).toHaveLength(1);
  });

  it('each appear once, and one whose account is gone is a former member, with nothing to follow', async () => {
    const { user } = open('/connection', (api) => api.on('GET user/connections', list(ana, null, ana)));
    await loaded();
    expect(names()).toEqual(['Ana Lopes']);
    const former = screen.getByText('Former member').closest('li');
    expect(former?.querySelector('a, button')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Connections (2)');
    await user.type(screen.getByRole('searchbox'), 'ana');
    expect(screen.queryByText('Former member')).toBeNull();
  });
});

it('connections that could not be loaded say why and load again; without any, the screen leads to feed and requests', async () => {
  const { api, user } = open('/connection', (before) =>
    before
      .on('GET user/connections', unavailable('Busy.'))
      .on('GET user/request/received', list({ _id: 'r', fromUserID: ana })),
  );
  await screen.findByText('Busy.');
  api.on('GET user/connections', list());
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'No connections yet' });
  expect(screen.getByRole('link', { name: 'Open feed' }).getAttribute('href')).toBe('/feed');
  await screen.findByRole('link', { name: 'See requests (1)' });
});
