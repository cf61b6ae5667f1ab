import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { listedConversation } from '#client/api/chat/conversation-list.ts';
import { projectsApi } from '#client/api/projects-api.ts';
import { setPreference } from '#client/lib/device/preferences.ts';
import { startLive } from '#client/live/socket.ts';
import type { AppStore } from '#client/state/make-store.ts';
import { setFeed } from '#client/state/slices/feed-slice.ts';
import { setSearchResults } from '#client/state/slices/search-slice.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { makePerson, signedInStore } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
vi.mock('socket.io-client', () => ({ io: () => socket }));

let api: FakeApi;
let store: AppStore;
let stop: () => void;
const announce = vi.fn();
beforeEach(() => {
  announce.mockClear();
  const capabilities = ['chat.live', 'chat.list', 'notifications'] as const;
  api = fakeApi()
    .on('GET capabilities', { body: { capabilities } })
    .on('GET profile/view', { body: makePerson({ _id: 'me' }) });
  store = signedInStore();
  stop = startLive({ store, userId: 'me', capabilities, announce }).stop;
  socket.hear('connect');
});
afterEach(() => stop());

it('a person whom the user has blocked on another device leaves the feed and the fresh results of a search', async () => {
  const people = [makePerson({ _id: 'ana' }), makePerson({ _id: 'ben' })];
  store.dispatch(setFeed(people));
  store.dispatch(setSearchResults({ query: 'a', people, projects: [], next: { people: null, projects: null } }));
  socket.hear('blockChanged', { userId: 'ana' });
  const ids = () =>
    [store.getState().feed.items, store.getState().search.results?.people].map((all) => all?.map(({ _id }) => _id));
  await waitFor(() => expect(ids()).toEqual([['ben'], ['ben']]));
});

it('typing is shown only while this device shows it', () => {
  setPreference('seeTyping', false);
  socket.hear('typing', { userId: 'ana', typing: true });
  expect(store.getState().live.typing).toEqual({});
  setPreference('seeTyping', true);
  socket.hear('typing', { userId: 'ana', typing: true });
  for (const userId of ['ana', 'ben']) socket.hear('typing', { userId, typing: true, roomId: 'p1' });
  const inRoom = { 'room:p1:ana': true, 'room:p1:ben': true };
  expect(store.getState().live.typing, 'in a room several people may').toEqual({ ana: true, ...inRoom });
});

it('a line about a new member is in its room’s row, but not announced and counted as a message is', async () => {
  const room = { _id: 'p1', project: { _id: 'p1', projectName: 'Tidy' } };
  const lastMessage = { _id: 'm1', text: 'Hello', senderId: 'me', createdAt: '2026-01-01T10:00:00.000Z' };
  api.on('GET chats', {
    body: { items: [{ room, lastMessage, unread: 0 }], nextCursor: null, unreadTotal: 0, unreadConversations: 0 },
  });
  await store.dispatch(chatApi.endpoints.conversations.initiate());
  const listed = () => listedConversation(store, 'room:p1');
  const miriam = { senderId: 'miriam', firstName: 'Miriam', lastName: 'Levi', roomId: 'p1' };
  const joined = { ...miriam, _id: 'm2', text: 'Miriam joined', createdAt: '2026-01-02T10:00:00.000Z' };
  socket.hear('messageReceived', { ...joined, event: 'joined' });
  expect(listed()).toMatchObject({ lastMessage: { text: 'Miriam joined' }, unread: 0 });
  expect(announce).not.toHaveBeenCalled();
  socket.hear('messageReceived', { ...joined, _id: 'm3', text: 'Hi', createdAt: '2026-01-03T10:00:00.000Z' });
  expect(listed()).toMatchObject({ unread: 1 });
  expect(announce).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: 'Miriam Levi in Tidy: Hi' }));
});

it.each([
  ['whose creator answered before this page was connected', 'missed', undefined],
  [
    'whose creator has answered',
    'notification',
    { kind: 'interest-reviewed', project: { _id: 'p1', projectName: 'Live wire' } },
  ],
])('loads the open project again, %s', async (_when, event, payload) => {
  const project = { _id: 'p1', creator: makePerson({ _id: 'ana' }), projectName: 'Live wire' };
  const answered = (relation: 'interested' | 'accepted') =>
    api.on('GET project/view/p1', { body: { message: '', project: { ...project, viewer: { relation } } } });
  answered('interested');
  await store.dispatch(projectsApi.endpoints.project.initiate('p1'));
  answered('accepted');
  socket.hear(event, payload);
  const relation = () => projectsApi.endpoints.project.select('p1')(store.getState()).data?.viewer?.relation;
  await waitFor(() => expect(relation()).toBe('accepted'));
});
