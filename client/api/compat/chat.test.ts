import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatApi, loadedThread } from '#client/api/chat/chat-api.ts';
import { rememberDecision } from '#client/api/compat/memory.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { lastRead } from '#client/lib/device/user-storage.ts';
import type { News } from '#client/live/live-context.ts';
import { enqueue, outboxItems } from '#client/live/outbox.ts';
import { startLive } from '#client/live/socket.ts';
import { makeStore } from '#client/state/make-store.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { makePerson, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

// In front of an upstream that sends no event but `messageReceived`, and that only into the rooms which a socket joined.

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
vi.mock('socket.io-client', () => ({ io: () => socket }));

/** The people whose rooms the client has joined, in order. */
const joined = () => socket.sent('joinChat').map((payload) => (payload as { targetUserId: string }).targetUserId);

let stop: () => void = () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  socket.emitted.length = 0;
});
afterEach(() => stop());

async function start(capabilities: 'notifications'[] = [], isConnected: 'connected' | 'not yet' = 'connected') {
  const store = makeStore(signedIn());
  const news: News[] = [];
  const started = startLive({
    store,
    userId: 'me',
    capabilities,
    announce: (each) => news.push(each),
  });
  stop = started.stop;
  socket.connected = false;
  const connect = async () => {
    socket.connected = true;
    socket.hear('connect');
    await vi.advanceTimersByTimeAsync(100);
  };
  if (isConnected === 'connected') await connect();
  return { store, connect, news, live: started.live };
}

const cannotList = { status: 400, body: "Error:Cannot read properties of null (reading '_id')" };

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
    .on('GET user/connections', cannotList)
    .on('GET profile/view', { body: makePerson({ _id: 'me' }) });
  lastRead('me', 'ana').write('m1');
  rememberDecision('me', { userId: 'ben', status: 'interested', at: '2026-01-01T00:00:00.000Z' });
  rememberDecision('me', { userId: 'cem', status: 'ignored', at: '2026-01-01T00:00:00.000Z' });
  await start();
  await waitFor(() => expect(joined()).toEqual(['ana', 'ben']));
});

it('announces the message of a connection that an earlier visit has seen where the connections cannot be listed', async () => {
  const api = connectionsOf(fakeApi());
  api.on('GET user/connections', {
    body: { message: '', data: [makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' })] },
  });
  await start();
  stop();
  api.on('GET user/connections', cannotList);
  const { news, store } = await start();
  const list = () => peopleApi.endpoints.connections.select()(store.getState()).data;
  await waitFor(() => expect(list()?.unlisted).toMatchObject({ status: 400 }));
  socket.hear('messageReceived', { firstName: 'Ana', lastName: 'Lima', text: 'Hello' });
  expect(news.map(({ personId, text }) => [personId, text.endsWith(': Hello')])).toEqual([['ana', true]]);
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
  expect(loadedThread(store, 'ana')).toMatchObject({ _id: 'c' });
  expect(joined()).toEqual(['ana']);
});

describe('the conversation on screen', () => {
  const message = {
    _id: 'm1',
    senderId: makePerson({ _id: 'ana' }),
    text: 'Hi',
    createdAt: '2026-03-02T09:30:00.000Z',
  };
  const chatOf = (...messages: unknown[]) => ({ body: { chat: { _id: 'c', participants: [], messages } } });

  async function openChat(api: FakeApi) {
    const { store, connect, live } = await start([], 'not yet');
    void store.dispatch(chatApi.endpoints.chat.initiate('ana'));
    live.setOpen('ana');
    const texts = () => loadedThread(store, 'ana')?.messages.map(({ text }) => text) ?? [];
    return { api, store, connect, live, texts };
  }

  it.each([
    ['had been answered', false],
    ['was under way', true],
  ])('shows a message that was stored before the room was joined, where its history %s', async (_when, underWay) => {
    let answer: (reply: ReturnType<typeof chatOf>) => void = () => undefined;
    const first = new Promise<ReturnType<typeof chatOf>>((resolve) => {
      answer = resolve;
    });
    const api = connectionsOf(fakeApi(), 'ana').on('GET chat/ana', () => first);
    const { connect, texts } = await openChat(api);
    if (!underWay) answer(chatOf());
    await vi.advanceTimersByTimeAsync(0);
    api.on('GET chat/ana', chatOf(message));
    await connect();
    answer(chatOf());
    await vi.advanceTimersByTimeAsync(100);
    expect(texts()).toEqual(['Hi']);
    expect(api.count('GET chat/ana')).toBe(2);
  });

  it('is asked again where it is opened after the connection, once its room is joined', async () => {
    const api = connectionsOf(fakeApi()).on('GET chat/ana', chatOf());
    const { store, live } = await start();
    await store.dispatch(chatApi.endpoints.chat.initiate('ana'));
    live.setOpen('ana');
    await vi.advanceTimersByTimeAsync(100);
    expect([joined(), api.count('GET chat/ana')]).toEqual([['ana'], 2]);
    live.setOpen(undefined);
    live.setOpen('ana');
    await vi.advanceTimersByTimeAsync(100);
    expect([joined(), api.count('GET chat/ana')], 'already in its room').toEqual([['ana'], 2]);
  });

  it('is joined once on each connect, also where a message is sent', async () => {
    const api = connectionsOf(fakeApi(), 'ana').on('GET chat/ana', chatOf());
    const { connect } = await openChat(api);
    enqueue('me', { peerId: 'ana', text: 'Hello', after: null });
    await connect();
    await waitFor(() => expect(socket.sent('sendMessage')).toHaveLength(1));
    expect(joined()).toEqual(['ana']);
    await connect();
    expect(joined()).toEqual(['ana', 'ana']);
  });

  it('is asked once for each of five quick messages', async () => {
    const stored: unknown[] = [];
    const api = connectionsOf(fakeApi(), 'ana').on('GET chat/ana', () => chatOf(...stored));
    const { connect } = await openChat(api);
    await connect();
    const asked = api.count('GET chat/ana');
    for (const text of ['1', '2', '3', '4', '5']) enqueue('me', { peerId: 'ana', text, after: null });
    for (let sent = 1; sent <= 5; sent += 1) {
      await waitFor(() => expect(socket.sent('sendMessage')).toHaveLength(sent));
      const text = String(sent);
      stored.push({ ...message, _id: `own${sent}`, senderId: makePerson({ _id: 'me' }), text });
      socket.hear('messageReceived', { firstName: 'Demo', lastName: 'Person', text });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(outboxItems('me')).toEqual([]);
    expect(api.count('GET chat/ana') - asked).toBeLessThanOrEqual(6);
  });
});
