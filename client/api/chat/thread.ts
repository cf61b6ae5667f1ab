import type { InfiniteData } from '@reduxjs/toolkit/query/react';
import { cutText } from '#client/lib/text/cut-text.ts';
import type { ChangedMessage, Chat, ChatMessage, ChatReply, Quote, RoomReply } from '#shared/api/chat.ts';
import { limits } from '#shared/limits.ts';

/** A page of a conversation's messages, or all loaded ones. */
export interface Thread extends Chat {
  /** Our upstream numbers the changes of a conversation's messages: they are as they were at this change, or newer. */
  rev?: number;
  /** Present in the room of a project only, whose `participants` are the creator, first, and the members. */
  room?: Pick<RoomReply['room'], 'project' | 'pinned' | 'muted' | 'hasUnseen'>;
}

/** The newest page first. */
export type ThreadPages = InfiniteData<Thread, string>;

/** A change of a loaded thread that no answer of its own call tells. */
export type ThreadEvent =
  | { kind: 'message'; message: ChatMessage }
  /** The changes of a conversation are numbered without gaps. */
  | { kind: 'change'; rev: number; message: ChangedMessage }
  /** The answer to the user's own change; `after` is the change that was known when it was made. */
  | { kind: 'own change'; after: number | undefined; message: ChangedMessage }
  | { kind: 'unread'; unread: number }
  /** The other person has read up to this message. */
  | { kind: 'receipt'; messageId: string };

export function pageOf(reply: ChatReply | RoomReply): Thread {
  if ('room' in reply) {
    const { room, messages, rev } = reply;
    const { _id, members: participants, unread, hasMore, ...ofRoom } = room;
    return { _id, participants, messages, unread, hasMore, rev, room: ofRoom };
  }
  const { chat, rev } = reply;
  return rev === undefined ? chat : { ...chat, rev };
}

/** About as many messages as a page of an answer has. */
const pageLength = 50;

const joined = new WeakMap<ThreadPages, Thread>();

/** The loaded pages as one. The same pages give the same object. */
export function threadOf(data: ThreadPages): Thread {
  const known = joined.get(data);
  if (known) return known;
  const [newest] = data.pages as [Thread];
  const hasMore = data.pages.at(-1)?.hasMore;
  const messages = data.pages.toReversed().flatMap((page) => page.messages);
  const thread = { ...newest, messages, ...(hasMore !== undefined && { hasMore }) };
  joined.set(data, thread);
  return thread;
}

/** Applies an event, again or for the first time. Returns true where events before it were missed. */
export function applyToThread(draft: ThreadPages, event: ThreadEvent): boolean {
  const [newest] = draft.pages;
  if (!newest) return false;
  switch (event.kind) {
    case 'message':
      return addMessage(draft, newest, event.message);
    case 'change':
      if (newest.rev === undefined || event.rev <= newest.rev) return false;
      if (event.rev > newest.rev + 1) return true;
      newest.rev = event.rev;
      applyChange(draft, event.message);
      return false;
    case 'own change':
      // Where events have come meanwhile, they are newer.
      if (newest.rev === event.after) applyChange(draft, event.message);
      return false;
    case 'unread':
      newest.unread = event.unread;
      return false;
    case 'receipt': {
      const ids = draft.pages.toReversed().flatMap(({ messages }) => messages.map(({ _id }) => _id));
      if (ids.indexOf(event.messageId) > ids.indexOf(newest.readUpTo ?? '')) newest.readUpTo = event.messageId;
      return false;
    }
  }
}

/** Where the message is loaded already, only missing fields are added: it may have been edited since. */
function addMessage({ pages, pageParams }: ThreadPages, newest: Thread, message: ChatMessage): boolean {
  for (const { messages } of pages) {
    const place = messages.findIndex(({ _id }) => _id === message._id);
    const known = messages[place];
    if (!known) continue;
    if (known.deletedAt === undefined) messages[place] = { ...message, ...known };
    return false;
  }
  const [first] = newest.messages;
  // A late event about a message that the next page will bring.
  if (first && newest.hasMore && byServerOrder(message, first) < 0) return false;
  const last = newest.messages.at(-1);
  if (newest.hasMore !== undefined && newest.messages.length >= pageLength) {
    // Loading the pages again then brings as many messages as there are.
    const { messages, ...rest } = newest;
    pages.unshift({ ...rest, messages: [message], hasMore: true });
    pageParams.splice(1, 0, message._id);
  } else newest.messages.push(message);
  if (last && byServerOrder(last, message) > 0) pages[0]?.messages.sort(byServerOrder);
  return last?.seq !== undefined && message.seq !== undefined && message.seq > last.seq + 1;
}

/** By sequence number; for another upstream, which has none, by time. */
function byServerOrder(a: ChatMessage, b: ChatMessage): number {
  if (a.seq !== undefined && b.seq !== undefined) return a.seq - b.seq;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt);
}

/** Replaces a loaded message, and the quotes of it. The sender stays: an event names only the id. */
function applyChange({ pages }: ThreadPages, changed: ChangedMessage): void {
  const [newest] = pages;
  if (newest?.room) newest.room.pinned = pinnedAfter(pages, newest.room.pinned, changed);
  for (const { messages } of pages) {
    for (const [place, message] of messages.entries()) {
      if (message.replyTo?._id === changed._id) message.replyTo = quoteOf(message.replyTo, changed);
      if (message._id !== changed._id) continue;
      const { senderId, clientId } = message;
      messages[place] = { ...changed, senderId, ...(clientId !== undefined && { clientId }) };
    }
  }
}

/** The pinned messages of a room, the last pinned first. */
function pinnedAfter(pages: readonly Thread[], pinned: readonly ChatMessage[], changed: ChangedMessage): ChatMessage[] {
  const others = pinned.filter(({ _id }) => _id !== changed._id);
  if (changed.pinnedAt === undefined || changed.deletedAt !== undefined || changed.hidden) return others;
  const loaded = pages.flatMap(({ messages }) => messages);
  const known = [...pinned, ...loaded].find(({ _id }) => _id === changed._id)?.senderId;
  const senderId = known ?? pages[0]?.participants.find((person) => person?._id === changed.senderId) ?? null;
  return [...others, { ...changed, senderId }].sort((a, b) => (b.pinnedAt ?? '').localeCompare(a.pinnedAt ?? ''));
}

function quoteOf(quote: Quote, { _id, deletedAt, text, senderId }: ChangedMessage): Quote {
  if (deletedAt !== undefined) return { _id, deleted: true };
  const known = 'deleted' in quote ? undefined : quote.senderId;
  return { _id, senderId: senderId ?? known ?? '', excerpt: cutText(text, limits.excerpt.max) };
}
