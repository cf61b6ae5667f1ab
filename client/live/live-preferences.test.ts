import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '#client/device/preferences.ts';
import { startLive } from '#client/live/socket.ts';
import { chatApi, loadedThread } from '#client/store/api/chat/chat-api.ts';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, makePerson, signedIn } from '#client/test-support.tsx';

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
const options = vi.hoisted(() => ({ auth: undefined as unknown }));
vi.mock('socket.io-client', () => ({
  io: (_url: string, { auth }: { auth: unknown }) => {
    options.auth = auth;
    return socket;
  },
}));

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
  });
  stop = started.stop;
  socket.hear('connect');
  return { store, live: started.live };
}

describe('what others learn of this device', () => {
  it('reports typing only while that is switched on', () => {
    const { live } = start();
    setPreference('sendTyping', false);
    live.typing('ana', true);
    expect(socket.sent('typing')).toEqual([]);
    setPreference('sendTyping', true);
    live.typing('ana', true);
    expect(socket.sent('typing')).toEqual([{ targetUserId: 'ana', typing: true }]);
  });

  it("without receipts, reports reads only to the user's own devices", () => {
    const { live } = start();
    live.read('ana', 'm1');
    setPreference('receipts', false);
    live.read('ana', 'm2');
    expect(socket.sent('messagesRead')).toEqual([
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
    (options.auth as (give: (auth: unknown) => void) => void)(told);
    expect(told).toHaveBeenCalledWith({ invisible });
  });
});

describe('what this device shows of others', () => {
  it('shows typing only while that is switched on', () => {
    const { store } = start();
    setPreference('seeTyping', false);
    socket.hear('typing', { userId: 'ana', typing: true });
    expect(store.getState().live.typing).toEqual({});
    setPreference('seeTyping', true);
    socket.hear('typing', { userId: 'ana', typing: true });
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
    const readUpTo = () => loadedThread(store, 'ana')?.readUpTo;
    setPreference('receipts', false);
    socket.hear('messagesRead', { userId: 'ana', peerId: 'ana', messageId: 'm1' });
    expect(readUpTo()).toBeUndefined();
    setPreference('receipts', true);
    socket.hear('messagesRead', { userId: 'ana', peerId: 'ana', messageId: 'm1' });
    expect(readUpTo()).toBe('m1');
  });
});
