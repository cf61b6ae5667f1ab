import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '#client/device/preferences.ts';
import { startLive } from '#client/live/socket.ts';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, signedIn } from '#client/test-support.tsx';

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
});
