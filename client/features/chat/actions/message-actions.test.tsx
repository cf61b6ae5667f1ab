import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { absoluteTime, exactTime } from '#client/lib/text/time.ts';
import { type MessageChange, makeChange, waitingChanges } from '#client/live/changes.ts';
import { enqueue, outboxItems, putOutboxItem } from '#client/live/outbox.ts';
import { sendOwnChanges } from '#client/live/send-changes.ts';
import { listOf, makePerson, memberApi, renderWithStore } from '#client/test-support.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import { capabilities } from '#shared/capabilities.ts';
import { stubMedia } from '#tests/setup/browser-parts.ts';
import { ChatPage } from '../chat-page.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const now = () => new Date().toISOString();
const theirs: ChatMessage = { _id: 'm1', seq: 1, senderId: ana, text: 'How are the trains?', createdAt: now() };
const own: ChatMessage = { _id: 'm2', seq: 2, senderId: me, text: 'On time', createdAt: now() };
const old: ChatMessage = { _id: 'm0', seq: 0, senderId: me, text: 'Long ago', createdAt: '2026-01-01T00:00:00.000Z' };

async function open(messages: ChatMessage[], offered: readonly string[] = capabilities) {
  const api = memberApi(offered)
    .on('GET user/connections', listOf(ana))
    .on('GET chats', { body: { items: [], nextCursor: null, unreadTotal: 0, unreadConversations: 0 } })
    .on('GET chat/ana', { body: { chat: { _id: 'c', participants: [me, ana], messages }, rev: 1 } });
  const view = renderWithStore(<ChatPage />, { path: '/chat/ana', route: '/chat/:targetUserId' });
  const composer = await screen.findByRole('textbox', { name: 'Message Ana' });
  const row = (id: string) => document.querySelector<HTMLElement>(`[data-id="${id}"]`) as HTMLElement;
  return {
    ...view,
    api,
    composer,
    row,
    /** The bar of a message that has the focus. */
    barOf: async (id: string) => {
      act(() => row(id).focus());
      return within(await within(row(id)).findByRole('toolbar'));
    },
  };
}

/** A screen that is touched, and has no room beside a message. */
const onTouch = () => stubMedia('coarse', '64rem');

const labels = (bar: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['barOf']>>) =>
  bar.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

it('offers what can be done with a message of one’s own, of the other person, and of long ago; a text is copied', async () => {
  const { user, barOf } = await open([old, theirs, own]);
  expect(labels(await barOf('m1'))).toEqual(['React', 'Reply', 'Copy text', 'Report']);
  expect(labels(await barOf('m2'))).toEqual(['React', 'Reply', 'Copy text', 'Edit', 'Delete']);
  expect(labels(await barOf('m0')), 'after 15 minutes').toEqual(['React', 'Reply', 'Copy text']);
  expect(screen.getAllByRole('toolbar')).toHaveLength(1);
  await user.click((await barOf('m1')).getByRole('button', { name: 'Copy text' }));
  expect(await navigator.clipboard.readText()).toBe('How are the trains?');
});

it('shows no trace of what the upstream does not offer', async () => {
  const { barOf } = await open([theirs, own], []);
  expect(labels(await barOf('m2'))).toEqual(['Copy text']);
  expect(screen.queryByRole('button', { name: 'Add pictures' })).toBeNull();
  expect(screen.queryByRole('searchbox', { name: /messages/ })).toBeNull();
});

it('is used by keyboard: arrows between messages, Enter into the bar, arrows along it, Escape back', async () => {
  const { user, row } = await open([theirs, own]);
  expect(row('m2').tabIndex).toBe(0);
  expect(row('m1').tabIndex).toBe(-1);
  act(() => row('m2').focus());
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(row('m1'));
  await within(row('m1')).findByRole('toolbar');
  await user.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('React');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Copy text');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(row('m1'));
});

it('answers with a quote, which leads to the original and says when that is deleted', async () => {
  const quoting: ChatMessage = {
    ...own,
    replyTo: { _id: 'm1', senderId: 'ana', excerpt: '```ts\nHow are the trains?' },
  };
  const gone: ChatMessage = { ...own, _id: 'm3', seq: 3, replyTo: { _id: 'm9', deleted: true } };
  const { user, barOf, row } = await open([theirs, quoting, gone]);
  await user.click((await barOf('m1')).getByRole('button', { name: 'Reply' }));
  await screen.findByText('Answer Ana Lima');
  await user.type(screen.getByRole('textbox', { name: 'Message Ana' }), 'Late{Enter}');
  expect(outboxItems('me')).toMatchObject([{ text: 'Late', replyTo: { _id: 'm1', senderId: 'ana' } }]);
  expect(screen.queryByText('Answer Ana Lima')).toBeNull();

  await user.click(await within(row('m2')).findByRole('button', { name: /^Answers Ana Lima: How are the trains/ }));
  await waitFor(() => expect(document.activeElement).toBe(row('m1')));
  await within(row('m3')).findByText('Message deleted');
});

it('the second click of a double one on an action selects no text in its place; a double click on a text selects', async () => {
  const { barOf } = await open([theirs]);
  const text = screen.getByText('How are the trains?');
  fireEvent.mouseDown((await barOf('m1')).getByRole('button', { name: 'Reply' }), { detail: 1 });
  expect(fireEvent.mouseDown(text, { detail: 2 })).toBe(false);
  fireEvent.mouseDown(text, { detail: 1 });
  expect(fireEvent.mouseDown(text, { detail: 2 })).toBe(true);
});

it('edits in the composer and keeps the draft; the arrow up takes the last own message', async () => {
  const { user } = await open([own, theirs]);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Ana' });
  await user.click(field);
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(field.value).toBe('On time'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field.value).toBe(''));
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(field.value).toBe('On time'));
  await user.type(field, ', all of them{Enter}');
  expect(waitingChanges('me')).toMatchObject([{ kind: 'edit', messageId: 'm2', text: 'On time, all of them' }]);
  await screen.findByText('On time, all of them');
  expect(screen.queryByText('edited')).not.toBeNull();
  expect(field.value).toBe('');
});

it('asks before it deletes, and leaves a line in its place', async () => {
  const { user, barOf } = await open([theirs, own]);
  await user.click((await barOf('m2')).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(waitingChanges('me')).toMatchObject([{ kind: 'delete', messageId: 'm2' }]);
  await screen.findByText('Message deleted');
  expect(screen.queryByText('On time')).toBeNull();
  // Nothing answers in this test: the other person still sees the message.
  await screen.findByText('Deleting');
  const reaction = { kind: 'react', emoji: '👀', on: true, state: 'waiting' } as const;
  act(() => makeChange('me', { ...reaction, messageId: 'm2', peerId: 'ana', at: now() }));
  expect(screen.queryByText('Deleting'), 'rather than the state of the reaction').not.toBeNull();
  expect(screen.queryByText('Saving the reaction')).toBeNull();
});

it.each([
  ['m2', 'Delete'],
  ['m1', 'Report'],
])('has the focus on the button of the bar again after the dialog of %s %s is closed', async (id, name) => {
  const { user, barOf } = await open([theirs, own]);
  const button = (await barOf(id)).getByRole('button', { name });
  await user.click(button);
  fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});

it('leaves the focus on the message when its bar goes to another message, or with the text', async () => {
  const { user, barOf, row } = await open([theirs, own]);
  const press = async (name: string) => user.click((await barOf('m2')).getByRole('button', { name }));
  await press('Copy text');
  await user.pointer({ target: row('m1') });
  await within(row('m1')).findByRole('toolbar');
  expect(document.activeElement).toBe(row('m2'));
  await user.pointer({ target: row('m2') });
  await press('Delete');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Message deleted');
  expect(document.activeElement).toBe(row('m2'));
});

it('shows whose the reactions are; a press on one adds or takes back one’s own', async () => {
  const reactions = [
    { emoji: '🎉', count: 5, mine: false, users: [ana] },
    { emoji: '👀', count: 2, mine: true, users: [me, ana] },
  ];
  const { user, row } = await open([{ ...theirs, reactions }]);
  const pill = (name: RegExp) => within(row('m1')).findByRole('button', { name });
  await pill(/^🎉 5: Ana Lima and 4 more$/);
  await user.click(await pill(/^👀 2: You and Ana Lima$/));
  expect(waitingChanges('me')).toMatchObject([{ kind: 'react', emoji: '👀', on: false }]);
  await user.click(await pill(/^👀 1: Ana Lima$/));
  expect(waitingChanges('me')).toMatchObject([{ on: true }]);
});

it('says that a reaction waits while it is over the limit, until it is saved', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const reactions = [{ emoji: '🎉', count: 1, mine: false, users: [ana] }];
  const { row, api, store } = await open([{ ...theirs, reactions }]);
  const path = `PUT message/m1/reaction/${encodeURIComponent('🎉')}`;
  api.on(path, { status: 429, body: { code: 'rate_limited', message: 'Slowly.' } });
  const { stop } = sendOwnChanges({ store, userId: 'me', announce: () => undefined });
  fireEvent.click(await within(row('m1')).findByRole('button', { name: /^🎉 1/ }));
  await within(row('m1')).findByText('Saving the reaction');
  expect(api.count(path)).toBe(1);

  const saved = [{ emoji: '🎉', count: 2, mine: true, users: [me, ana] }];
  api.on(path, { body: { reactions: saved } });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(screen.queryByText('Saving the reaction')).toBeNull());
  expect([api.count(path), waitingChanges('me')]).toEqual([2, []]);
  stop();
});

it('is a sheet on touch, which a long press opens; times are told under the pointer, to screen readers and in the sheet', async () => {
  onTouch();
  const { row } = await open([old]);
  const told = absoluteTime(old.createdAt);
  expect(told).toMatch(/\d{4}.*\d:\d{2}/);
  expect(within(row('m0')).getByTitle(told)).not.toBeNull();
  expect(within(row('m0')).getByText(told, { selector: 'time' }).getAttribute('datetime')).toBe(old.createdAt);
  fireEvent.pointerDown(row('m0'), { pointerType: 'touch', clientX: 5, clientY: 5 });
  const sheet = within(await screen.findByRole('dialog', { name: 'Message' }));
  expect(fireEvent.touchEnd(row('m0')), 'the lifted finger presses nothing in the sheet').toBe(false);
  expect(sheet.getByText(exactTime(old.createdAt)).textContent).toMatch(/\d:\d{2}:\d{2}/);
  expect(sheet.getByRole('button', { name: 'thumbs up' })).not.toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: 'Reply' }));
  await screen.findByText(/^Answer /);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

const refusedEdit: MessageChange = {
  kind: 'edit',
  messageId: 'm2',
  peerId: 'ana',
  text: 'Late',
  at: '2026-01-01T00:01:00.000Z',
  state: 'failed',
  reason: 'Too late.',
};
const failEdit = () => makeChange('me', refusedEdit);
const failMessage = () => {
  const item = enqueue('me', { peerId: 'ana', text: 'Hello', after: null });
  putOutboxItem('me', { ...item, state: 'failed', reason: 'No.' });
};
const waitWithPictures = () =>
  void enqueue('me', { peerId: 'ana', text: '', after: null, pictures: [{ id: 'p1', width: 4, height: 3 }] });
const states = () => [...outboxItems('me'), ...waitingChanges('me')].map(({ state }) => state);

it.each([
  ['Discard', 'an edit that was refused', failEdit, []],
  ['Retry', 'an edit that was refused', failEdit, ['waiting']],
  ['Remove', 'a message that was refused', failMessage, []],
  ['Retry', 'a message that was refused', failMessage, ['waiting']],
  ['Cancel', 'a message with pictures that waits', waitWithPictures, []],
])('moves the focus to the composer after %s of %s', async (name, _what, fail, left) => {
  stubMedia('(pointer: fine)', '64rem');
  const { user, composer } = await open([own]);
  act(() => fail());
  const button = await screen.findByRole('button', { name });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  expect(states()).toEqual(left);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(composer);
});

it('moves the focus to the thread on touch, where the composer would open the on-screen keyboard', async () => {
  const { user } = await open([own]);
  act(() => failEdit());
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Conversation with Ana Lima' }));
});
