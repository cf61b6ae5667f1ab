import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastRead } from '#client/device/last-read.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import { chatApi } from '#client/store/chat/chat-api.ts';
import { makeStore } from '#client/store/make-store.ts';
import { remember } from '#client/store/relations/sent-ledger.ts';
import { type FakeApi, fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { startLive } from './start-live.ts';

// In front of an upstream that sends no event but `messageReceived`, and that only into the rooms which a socket joined.

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
vi.mock('socket.io-client', () => ({ io: () => socket }));

/** The people whose rooms the client has joined, in order. */
const joined = () => socket.sent('joinChat').map((payload) => (payload as { targetUserId: string }).targetUserId);

installBrowserParts();

let stop: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  socket.emitted.length = 0;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function start(capabilities: 'notifications'[] = []) {
  const store = makeStore(signedIn());
  stop = startLive({
    store,
    userId: 'me',
    capabilities,
    announce: () => undefined,
    onBlockChanged: () => undefined,
  }).stop;
  const connect = async () => {
    socket.hear('connect');
    await vi.advanceTimersByTimeAsync(100);
  };
  await connect();
  return { store, connect };
}

const connectionsOf = (api: FakeApi, ...ids: string[]) =>
  api.on('GET user/connections', { body: { message: '', data: ids.map((_id) => makePerson({ _id })) } });

it('joins the room of every connection on each connect, and of a new one when it is listed', async () => {
  const api = connectionsOf(fakeApi(), 'ana', 'ben');
  const { store, connect } = await start();
  expect(joined()).toEqual(['ana', 'ben']);
  connectionsOf(api, 'ana', 'ben', 'cem');
  store.dispatch(peopleApi.util.invalidateTags(['Connections']));
  await vi.advanceTimersByTimeAsync(100);
  expect(joined()).toEqual(['ana', 'ben', 'cem']);
  await connect();
  expect(joined()).toEqual(['ana', 'ben', 'cem', 'ana', 'ben', 'cem']);
});

it('joins the rooms of the people this device knows where the connections cannot be listed', async () => {
  fakeApi()
    .on('GET user/connections', { status: 400, body: "Error:Cannot read properties of null (reading '_id')" })
    .on('GET profile/view', { body: makePerson({ _id: 'me' }) });
  lastRead('me', 'ana').write('m1');
  remember('me', { userId: 'ben', status: 'interested', at: '2026-01-01T00:00:00.000Z' });
  remember('me', { userId: 'cem', status: 'ignored', at: '2026-01-01T00:00:00.000Z' });
  await start();
  await vi.waitFor(() => expect(joined()).toEqual(['ana', 'ben']));
});

it.each([
  [[], 3],
  [['notifications' as const], 1],
])('with the capabilities %j, requests are asked for %i times in a minute', async (capabilities, times) => {
  const api = connectionsOf(fakeApi()).on('GET user/request/received', { body: { message: '', data: [] } });
  const { store } = await start(capabilities);
  void store.dispatch(peopleApi.endpoints.received.initiate());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.count('GET user/request/received')).toBe(times);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(api.count('GET user/request/received'), 'not while nobody looks').toBe(times);
});

it('notices that the person whose chat is open has accepted', async () => {
  const api = connectionsOf(fakeApi()).on('GET chat/ana', {
    status: 404,
    body: { message: 'Sorry you are not connected' },
  });
  const { store } = await start();
  void store.dispatch(chatApi.endpoints.chat.initiate('ana'));
  await vi.advanceTimersByTimeAsync(1000);
  const chat = () => chatApi.endpoints.chat.select('ana')(store.getState());
  expect(chat().error).toMatchObject({ status: 404 });
  api.on('GET chat/ana', { body: { chat: { _id: 'c', participants: [], messages: [] } } });
  connectionsOf(api, 'ana');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(chat().data).toMatchObject({ _id: 'c' });
  expect(joined()).toEqual(['ana']);
});
