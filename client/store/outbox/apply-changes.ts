import type { ChatMessage, Reaction } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import type { MessageChange } from './changes.ts';

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
export function withReaction(
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
