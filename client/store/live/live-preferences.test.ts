import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '#client/device/preferences.ts';
import { chatApi } from '#client/store/chat/chat-api.ts';
import { fakeApi, makePerson, signedIn } from '#client/test-support.tsx';
import { makeStore } from '../make-store.ts';
import { startLive } from './start-live.ts';

type Listener = (payload: unknown) => void;

/** A fake socket: records what the client emits, and lets the test send events to the client. */
const socket = vi.hoisted(() => {
  const listeners = new Map<string, ((payload: unknown) => void)[]>();
  const emitted: [string, unknown][] = [];
  const emit = (name: string, payload: unknown) => void emitted.push([name, payload]);
  const itself = {
    connected: true,
    active: true,
    emit,
    volatile: { emit },
    timeout: () => ({ emit }),
    on: (name: string, listener: (payload: unknown) => void) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    connect: () => undefined,
    disconnect: () => undefined,
    removeAllListeners: () => listeners.clear(),
  };
  return { itself, listeners, emitted, options: { auth: undefined as unknown } };
});
vi.mock('socket.io-client', () => ({
  io: (_url: string, options: { auth: unknown }) => {
    socket.options.auth = options.auth;
    return socket.itself;
  },
}));

const hear = (name: string, payload?: unknown) => {
  for (const listener of socket.listeners.get(name) ?? []) (listener as Listener)(payload);
};
const sent = (name: string) => socket.emitted.filter(([what]) => what === name).map(([, payload]) => payload);

let stop: () => void = () => undefined;

beforeEach(() => {
  localStorage.clear();
  socket.emitted.length = 0;
});
afterEach(() => stop());

function start() {
  fakeApi();
  const store = makeStore(signedIn());
  const started = startLive({
    store,
    userId: 'me',
    capabilities: ['chat.live', 'chat.list'],
    announce: () => undefined,
    onBlockChanged: () => undefined,
  });
  stop = started.stop;
  hear('connect');
  return { store, live: started.live };
}

describe('what others learn of this device', () => {
  it('reports typing only while that is switched on', () => {
    const { live } = start();
    setPreference('sendTyping', false);
    live.typing('ana', true);
    expect(sent('typing')).toEqual([]);
    setPreference('sendTyping', true);
    live.typing('ana', true);
    expect(sent('typing')).toEqual([{ targetUserId: 'ana', typing: true }]);
  });

  it("without receipts, reports reads only to the user's own devices", () => {
    const { live } = start();
    live.read('ana', 'm1');
    setPreference('receipts', false);
    live.read('ana', 'm2');
    expect(sent('messagesRead')).toEqual([
      { targetUserId: 'ana', messageId: 'm1', receipt: true },
      { targetUserId: 'ana', messageId: 'm2', receipt: false },
    ]);
  });

  it.each([
    [true, false],
    [false, true],
  ])('with presence %s the connection is invisible: %s', (presence, invisible) => {
    setPreference('presence', presence);
    start();
    const told = vi.fn();
    (socket.options.auth as (give: (auth: unknown) => void) => void)(told);
    expect(told).toHaveBeenCalledWith({ invisible });
  });
});

describe('what this device shows of others', () => {
  it('shows typing only while that is switched on', () => {
    const { store } = start();
    setPreference('seeTyping', false);
    hear('typing', { userId: 'ana', typing: true });
    expect(store.getState().live.typing).toEqual({});
    setPreference('seeTyping', true);
    hear('typing', { userId: 'ana', typing: true });
    expect(store.getState().live.typing).toEqual({ ana: true });
  });

  it('ignores receipts while the user gives none', async () => {
    const ana = makePerson({ _id: 'ana' });
    const message = {
      _id: 'm1',
      senderId: makePerson({ _id: 'me' }),
      text: 'Hi',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const chat = { _id: 'c', participants: [ana], messages: [message] };
    const { store } = start();
    fakeApi().on('GET chat/ana', { body: { chat } });
    await store.dispatch(chatApi.endpoints.chat.initiate('ana'));
    const readUpTo = () => chatApi.endpoints.chat.select('ana')(store.getState()).data?.readUpTo;
    setPreference('receipts', false);
    hear('messagesRead', { userId: 'ana', peerId: 'ana', messageId: 'm1' });
    expect(readUpTo()).toBeUndefined();
    setPreference('receipts', true);
    hear('messagesRead', { userId: 'ana', peerId: 'ana', messageId: 'm1' });
    expect(readUpTo()).toBe('m1');
  });
});
