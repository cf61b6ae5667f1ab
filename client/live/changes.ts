import type { ConversationKey } from '#client/api/chat/conversation-key.ts';
import { storedList } from '#client/lib/device/stored-list.ts';
import { isText, isTime } from '#client/lib/device/stored-value.ts';
import { isRecord } from '#client/lib/is-record.ts';
import type { ChatMessage, Reaction } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';

/** An edit, a deletion or a reaction that the upstream has not confirmed yet. */
export type MessageChange = {
  messageId: string;
  /** The conversation's key. */
  peerId: ConversationKey;
  /** When it was made, on this device's clock. */
  at: string;
  state: 'waiting' | 'failed';
  /** Why it failed, in a sentence. */
  reason?: string;
} & ({ kind: 'edit'; text: string } | { kind: 'delete' } | { kind: 'react'; emoji: string; on: boolean });

/** Which of the things that can be changed: a later change of it replaces the earlier one, which need not be sent any more. */
export function nameOf(change: MessageChange): string {
  return `${change.messageId}:${change.kind === 'react' ? change.emoji : 'text'}`;
}

const changes = storedList<MessageChange, MessageChange>({
  prefix: 'change:',
  nameOf,
  schema,
  order: (a, b) => a.at.localeCompare(b.at),
});

/** The user's changes that are not confirmed, in the order they were made. */
export const waitingChanges = changes.all;
export const onChanges = changes.onChange;

/** Stores a change, which screens show at once; the listener of `onChanges` sends it. */
export function makeChange(userId: string, change: MessageChange): void {
  changes.at(userId, change).write(change);
}

/** Removes a change, unless a later one has taken its place. */
export function endChange(userId: string, change: MessageChange): void {
  const stored = changes.at(userId, change);
  if (stored.read()?.at === change.at) stored.remove();
}

/** The unconfirmed changes of one conversation. */
export function useChanges(userId: string, key: ConversationKey): readonly MessageChange[] {
  return changes.useOf(userId, ({ peerId }) => peerId === key);
}

function schema(stored: unknown): MessageChange | undefined {
  if (!isRecord(stored)) return undefined;
  const { messageId, peerId, at, state, reason, kind, text, emoji, on } = stored;
  if (!isText(messageId) || !isText(peerId) || !isTime(at)) return undefined;
  const change = {
    ...{ messageId, peerId, at },
    state: state === 'failed' ? ('failed' as const) : ('waiting' as const),
    ...(isText(reason) && { reason }),
  };
  if (kind === 'edit' && isText(text)) return { ...change, kind, text };
  if (kind === 'react' && isText(emoji) && typeof on === 'boolean') return { ...change, kind, emoji, on };
  return kind === 'delete' ? { ...change, kind } : undefined;
}

/** The messages as the user has changed them, confirmed or not. Messages without a change stay the same objects. */
export function withChanges(
  history: readonly ChatMessage[],
  changes: readonly MessageChange[],
  own: User,
): readonly ChatMessage[] {
  if (changes.length === 0) return history;
  const byMessage = Map.groupBy(changes, ({ messageId }) => messageId);
  return history.map((message) => {
    const made = byMessage.get(message._id);
    return made ? made.reduce((before, change) => changed(before, change, own), message) : message;
  });
}

function changed(message: ChatMessage, change: MessageChange, own: User): ChatMessage {
  if (message.deletedAt !== undefined) return message;
  switch (change.kind) {
    case 'edit':
      return { ...message, text: change.text, editedAt: message.editedAt ?? change.at };
    case 'delete': {
      // A deletion that was refused shows the message again.
      if (change.state === 'failed') return message;
      const { pictures: _pictures, reactions: _reactions, replyTo: _quote, ...rest } = message;
      return { ...rest, text: '', deletedAt: change.at };
    }
    case 'react':
      return { ...message, reactions: withReaction(message.reactions ?? [], change, own) };
  }
}

/** The reactions with one of the user's added or taken back. */
function withReaction(
  reactions: readonly Reaction[],
  { emoji, on }: { emoji: string; on: boolean },
  own: User,
): Reaction[] {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if ((known?.mine ?? false) === on) return [...reactions];
  if (!known) return [...reactions, { emoji, count: 1, mine: true, users: [own] }];
  const users = on ? [...known.users, own].slice(0, 3) : known.users.filter(({ _id }) => _id !== own._id);
  const next = { emoji, count: known.count + (on ? 1 : -1), mine: on, users };
  return reactions.map((reaction) => (reaction === known ? next : reaction)).filter(({ count }) => count > 0);
}

/** Whether a message is already as the change wants it. */
export function isFulfilled(message: ChatMessage, change: MessageChange): boolean {
  if (message.deletedAt !== undefined) return true;
  switch (change.kind) {
    case 'edit':
      return message.text === change.text;
    case 'delete':
      return false;
    case 'react':
      return (message.reactions?.some(({ emoji, mine }) => emoji === change.emoji && mine) ?? false) === change.on;
  }
}
