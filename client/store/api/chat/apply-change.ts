import { cutText } from '#client/text/cut-text.ts';
import type { ChangedMessage, ChatMessage, Quote } from '#shared/api/chat.ts';
import { limits } from '#shared/limits.ts';
import type { LoadedChat } from './loaded-chat.ts';

/** Replaces a loaded message, and the quotes of it. The sender stays: an event names only the id. */
export function applyChange(draft: AppliedTo, changed: ChangedMessage | ChatMessage): void {
  if (draft.room) draft.room.pinned = pinnedAfter(draft, draft.room.pinned, changed);
  for (const [place, message] of draft.messages.entries()) {
    if (message.replyTo?._id === changed._id) message.replyTo = quoteOf(message.replyTo, changed);
    if (message._id !== changed._id) continue;
    const { senderId, clientId } = message;
    draft.messages[place] = { ...changed, senderId, ...(clientId !== undefined && { clientId }) };
  }
}

type AppliedTo = Pick<LoadedChat, 'messages' | 'room'> & Partial<Pick<LoadedChat, 'participants'>>;

/** The pinned messages of a room, the last pinned first. */
function pinnedAfter(
  { participants = [], messages }: AppliedTo,
  pinned: readonly ChatMessage[],
  changed: ChangedMessage | ChatMessage,
): ChatMessage[] {
  const others = pinned.filter(({ _id }) => _id !== changed._id);
  if (changed.pinnedAt === undefined || changed.deletedAt !== undefined || changed.hidden) return others;
  const id = typeof changed.senderId === 'string' ? changed.senderId : changed.senderId?._id;
  const known = [...pinned, ...messages].find(({ _id }) => _id === changed._id)?.senderId;
  const senderId = known ?? participants.find((person) => person?._id === id) ?? null;
  return [...others, { ...changed, senderId }].sort((a, b) => (b.pinnedAt ?? '').localeCompare(a.pinnedAt ?? ''));
}

function quoteOf(quote: Quote, { _id, deletedAt, text, senderId }: ChangedMessage | ChatMessage): Quote {
  if (deletedAt !== undefined) return { _id, deleted: true };
  const sender = typeof senderId === 'string' ? senderId : senderId?._id;
  const known = 'deleted' in quote ? undefined : quote.senderId;
  return { _id, senderId: sender ?? known ?? '', excerpt: cutText(text, limits.excerpt.max) };
}
