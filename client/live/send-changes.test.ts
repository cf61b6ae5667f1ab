// @module-tag once
import { expect, it, vi } from 'vitest';
import { chatApi, loadedThread } from '#client/api/chat/chat-api.ts';
import { type MessageChange, makeChange, waitingChanges, withChanges } from '#client/live/changes.ts';
import { createChangeSender } from '#client/live/send-changes.ts';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi, installBrowserParts, signedIn } from '#client/test-support.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';

installBrowserParts();

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

async function setup() {
  const api = fakeApi().on('GET chat/ana', {
    body: { chat: { _id: 'c', participants: [], messages: [message] }, rev: 1 },
  });
  const store = makeStore(signedIn());
  await store.dispatch(chatApi.endpoints.chat.initiate('ana'));
  const onRefused = vi.fn();
  const sender = createChangeSender({ store, userId: 'me', onRefused, pause: () => Promise.resolve() });
  const stored = () => loadedThread(store, 'ana')?.messages ?? [];
  return {
    api,
    onRefused,
    flush: sender.flush,
    stored: () => stored()[0],
    shown: () => withChanges(stored(), waitingChanges('me'), me)[0],
  };
}

it('shows a reaction at once, sends it once, and keeps it over a lost answer', async () => {
  const { api, flush, shown, stored } = await setup();
  makeChange('me', react(true));
  expect(shown()?.reactions).toEqual([{ emoji: thumb, count: 1, mine: true, users: [me] }]);
  expect(stored()?.reactions).toBeUndefined();
  api.on(`PUT ${reactPath}`, 'network error');
  await flush();
  expect(waitingChanges('me')).toHaveLength(1);
  const reactions = [{ emoji: thumb, count: 2, mine: true, users: [ana, me] }];
  api.on(`PUT ${reactPath}`, { body: { reactions } });
  await flush();
  expect(waitingChanges('me')).toEqual([]);
  expect(shown()?.reactions).toEqual(reactions);
  await flush();
  expect(api.count(`PUT ${reactPath}`)).toBe(2);
});

it('shows a deletion at once, and makes it once although its first answer is lost and a reload comes between', async () => {
  const before = await setup();
  makeChange('me', { ...base(1), kind: 'delete' });
  expect(before.shown()).toMatchObject({ text: '', deletedAt: base(1).at });
  expect(before.stored()?.deletedAt).toBeUndefined();
  before.api.on('DELETE message/m1', 'network error');
  await before.flush();
  expect(waitingChanges('me')).toMatchObject([{ kind: 'delete', state: 'waiting' }]);
  const after = await setup();
  expect(after.shown()?.text, 'by the next page').toBe('');
  // The call that had no answer was made: the message is gone.
  after.api.on('DELETE message/m1', { status: 404, body: { code: 'not_found', message: 'Gone.' } });
  await after.flush();
  await after.flush();
  expect([waitingChanges('me'), after.api.count('DELETE message/m1'), after.onRefused.mock.calls]).toEqual([[], 1, []]);
  expect(after.stored()?.text).toBe('');
});

it('sends only the last wish for one thing: a reaction that was taken back offline', async () => {
  const { api, flush, shown } = await setup();
  api.on(`DELETE ${reactPath}`, { body: { reactions: [] } });
  makeChange('me', react(true));
  makeChange('me', react(false, 2));
  expect(shown()?.reactions ?? []).toEqual([]);
  await flush();
  expect(api.count(`PUT ${reactPath}`)).toBe(0);
  expect(api.count(`DELETE ${reactPath}`)).toBe(1);
});

it('sends an edit that was changed again while it was under way', async () => {
  const { api, flush, shown } = await setup();
  const texts: unknown[] = [];
  api.on('PATCH message/m1', ({ body }) => {
    const { text } = body as { text: string };
    texts.push(text);
    if (texts.length === 1) makeChange('me', edit('three', 2));
    return { body: { ...message, text, editedAt: '2026-01-01T00:01:00.000Z' } };
  });
  makeChange('me', edit('two'));
  await flush();
  expect(texts).toEqual(['two', 'three']);
  expect(shown()?.text).toBe('three');
  expect(waitingChanges('me')).toEqual([]);
});

it('keeps an edit that was refused, with its reason; a refused reaction disappears and is told', async () => {
  const { api, flush, shown, onRefused } = await setup();
  api.on('PATCH message/m1', { status: 409, body: { code: 'conflict', message: 'Too late.' } });
  api.on(`PUT ${reactPath}`, { status: 409, body: { code: 'quota_reached', message: 'Enough.' } });
  makeChange('me', edit('two'));
  makeChange('me', react(true, 2));
  await flush();
  expect(waitingChanges('me')).toEqual([
    expect.objectContaining({ kind: 'edit', state: 'failed', reason: 'Too late.' }),
  ]);
  expect(shown()?.text).toBe('two');
  expect(shown()?.reactions ?? []).toEqual([]);
  expect(onRefused.mock.calls.map(([{ kind }, reason]) => [kind, reason])).toEqual([
    ['edit', 'Too late.'],
    ['react', 'Enough.'],
  ]);
});

it('waits for a limit, and takes a message that is gone for deleted', async () => {
  const { api, flush, shown } = await setup();
  let tries = 0;
  api.on('DELETE message/m1', () => {
    tries += 1;
    return tries === 1
      ? { status: 429, body: { code: 'rate_limited', message: 'Slowly.' } }
      : { status: 404, body: { code: 'not_found', message: 'Gone.' } };
  });
  makeChange('me', { ...base(1), kind: 'delete' });
  expect(shown()).toMatchObject({ text: '', deletedAt: expect.any(String) });
  await flush();
  expect(tries).toBe(2);
  expect(waitingChanges('me')).toEqual([]);
  expect(shown()?.deletedAt).toBeDefined();
});
