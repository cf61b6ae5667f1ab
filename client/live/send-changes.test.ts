// @module-tag once
import { toast } from 'sonner';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { chatApi, loadedThread } from '#client/api/chat/chat-api.ts';
import { type MessageChange, makeChange, waitingChanges, withChanges } from '#client/live/changes.ts';
import { sendOwnChanges } from '#client/live/send-changes.ts';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { signedIn } from '#client/test-support.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';

const me = { _id: 'me', firstName: 'Demo', lastName: 'Person' };
const ana = { _id: 'ana', firstName: 'Ana', lastName: 'Lima' };
const message: ChatMessage = { _id: 'm1', seq: 1, senderId: me, text: 'one', createdAt: '2026-01-01T00:00:00.000Z' };
const thumb = '👍';
const base = (minute: number) => ({
  messageId: 'm1',
  peerId: 'ana',
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  state: 'waiting' as const,
});
const react = (on: boolean, minute = 1): MessageChange => ({ ...base(minute), kind: 'react', emoji: thumb, on });
const edit = (text: string, minute = 1): MessageChange => ({ ...base(minute), kind: 'edit', text });
const reactPath = `message/m1/reaction/${encodeURIComponent(thumb)}`;

beforeEach(() => void vi.useFakeTimers());

/** Long enough for a call and the pause after it; the next attempt comes later. */
const settle = () => vi.advanceTimersByTimeAsync(2000);
const later = () => vi.advanceTimersByTimeAsync(6000);

async function setup() {
  const api = fakeApi().on('GET chat/ana', {
    body: { chat: { _id: 'c', participants: [], messages: [message] }, rev: 1 },
  });
  const store = makeStore(signedIn());
  await store.dispatch(chatApi.endpoints.chat.initiate('ana'));
  const told: string[] = [];
  vi.spyOn(toast, 'error').mockImplementation((text) => told.push(String(text)));
  const { stop } = sendOwnChanges({ store, userId: 'me', announce: ({ text }) => told.push(text) });
  onTestFinished(stop);
  const stored = () => loadedThread(store, 'ana')?.messages ?? [];
  return {
    api,
    told,
    stop,
    stored: () => stored()[0],
    shown: () => withChanges(stored(), waitingChanges('me'), me)[0],
  };
}

it('shows a reaction at once, sends it once, and keeps it over a lost answer', async () => {
  const { api, shown, stored } = await setup();
  api.on(`PUT ${reactPath}`, 'network error');
  makeChange('me', react(true));
  expect(shown()?.reactions).toEqual([{ emoji: thumb, count: 1, mine: true, users: [me] }]);
  expect(stored()?.reactions).toBeUndefined();
  await settle();
  expect(waitingChanges('me')).toHaveLength(1);
  const reactions = [{ emoji: thumb, count: 2, mine: true, users: [ana, me] }];
  api.on(`PUT ${reactPath}`, { body: { reactions } });
  await later();
  expect(waitingChanges('me')).toEqual([]);
  expect(shown()?.reactions).toEqual(reactions);
  await later();
  expect(api.count(`PUT ${reactPath}`)).toBe(2);
});

it('shows a deletion at once, and makes it once although its first answer is lost and a reload comes between', async () => {
  const before = await setup();
  before.api.on('DELETE message/m1', 'network error');
  makeChange('me', { ...base(1), kind: 'delete' });
  expect(before.shown()).toMatchObject({ text: '', deletedAt: base(1).at });
  expect(before.stored()?.deletedAt).toBeUndefined();
  await settle();
  expect(waitingChanges('me')).toMatchObject([{ kind: 'delete', state: 'waiting' }]);
  before.stop();
  const after = await setup();
  expect(after.shown()?.text, 'by the next page').toBe('');
  // The call that had no answer was made: the message is gone.
  after.api.on('DELETE message/m1', { status: 404, body: { code: 'not_found', message: 'Gone.' } });
  await later();
  expect([waitingChanges('me'), after.api.count('DELETE message/m1'), after.told]).toEqual([[], 1, []]);
  expect(after.stored()?.text).toBe('');
});

it('sends only the last wish for one thing: a reaction that was taken back at once', async () => {
  const { api, shown } = await setup();
  api.on(`DELETE ${reactPath}`, { body: { reactions: [] } });
  makeChange('me', react(true));
  makeChange('me', react(false, 2));
  expect(shown()?.reactions ?? []).toEqual([]);
  await settle();
  expect([api.count(`PUT ${reactPath}`), api.count(`DELETE ${reactPath}`)]).toEqual([0, 1]);
});

it('sends an edit that was changed again while it was under way', async () => {
  const { api, shown } = await setup();
  const texts: unknown[] = [];
  api.on('PATCH message/m1', ({ body }) => {
    const { text } = body as { text: string };
    texts.push(text);
    if (texts.length === 1) makeChange('me', edit('three', 2));
    return { body: { ...message, text, editedAt: '2026-01-01T00:01:00.000Z' } };
  });
  makeChange('me', edit('two'));
  await settle();
  expect(texts).toEqual(['two', 'three']);
  expect([shown()?.text, waitingChanges('me')]).toEqual(['three', []]);
});

it('keeps an edit that was refused, with its reason; a refused reaction disappears and is told', async () => {
  const { api, shown, told } = await setup();
  api.on('PATCH message/m1', { status: 409, body: { code: 'conflict', message: 'Too late.' } });
  api.on(`PUT ${reactPath}`, { status: 409, body: { code: 'quota_reached', message: 'Enough.' } });
  makeChange('me', edit('two'));
  makeChange('me', react(true, 2));
  await settle();
  expect(waitingChanges('me')).toMatchObject([{ kind: 'edit', state: 'failed', reason: 'Too late.' }]);
  expect([shown()?.text, shown()?.reactions ?? []]).toEqual(['two', []]);
  expect(told).toEqual(['A message was not changed. Too late.', 'A reaction was not saved. Enough.']);
});

it.each([
  ['waits as long as a limit asks for', 429, { 'retry-after': '20' }, 21_000, 2],
  ['goes on while the service is away', 503, {}, 60_000, 10],
])('%s', async (_what, status, headers, ms, least) => {
  const { api, told } = await setup();
  const path = 'DELETE message/m1';
  api.on(path, { status, headers, body: { code: 'internal', message: 'Not now.' } });
  makeChange('me', { ...base(1), kind: 'delete' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(api.count(path)).toBe(1);
  await vi.advanceTimersByTimeAsync(ms);
  expect(api.count(path)).toBeGreaterThanOrEqual(least);
  expect([waitingChanges('me').length, told]).toEqual([1, []]);
});
