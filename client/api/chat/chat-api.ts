import type { InfiniteData } from '@reduxjs/toolkit/query/react';
import { baseApi, byCursor } from '#client/api/base-api.ts';
import { hasCapability } from '#client/api/capabilities.ts';
import { cutText } from '#client/lib/text/cut-text.ts';
import type { AppDispatch, AppStore, RootState } from '#client/state/make-store.ts';
import type {
  ChangedMessage,
  Chat,
  ChatMessage,
  ChatReply,
  ConversationsReply,
  Quote,
  RoomReply,
} from '#shared/api/chat.ts';
import { limits } from '#shared/limits.ts';
import { apiPaths } from '#shared/paths.ts';
import { type ConversationKey, historyPath } from './conversation-key.ts';

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

export const chatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The messages of a conversation page by page, the newest first. `tellThread` adds events to the loaded pages. */
    chat: build.infiniteQuery<Thread, ConversationKey, string>({
      query: ({ queryArg, pageParam }) => ({
        url: historyPath(queryArg),
        ...(pageParam !== '' && { params: { before: pageParam } }),
      }),
      transformResponse: pageOf,
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ hasMore, messages }) => (hasMore ? messages[0]?._id : undefined),
      },
      providesTags: (_result, _error, key) => [{ type: 'Chat', id: key }],
    }),
    /**
     * The conversations page by page, rooms of projects among them, the one with the newest message first. An upstream without the capability
     * `chat.list` lists none.
     */
    conversations: build.infiniteQuery<ConversationsReply, void, string>({
      queryFn: async ({ pageParam }, { getState }, _extra, call) => {
        if (!hasCapability(getState(), 'chat')) return { data: noConversations };
        const params = pageParam === '' ? {} : { cursor: pageParam };
        const { data, error } = await call({ url: apiPaths.chats, params });
        return error ? { error } : { data: data as ConversationsReply };
      },
      infiniteQueryOptions: byCursor,
      providesTags: ['Chats'],
    }),
  }),
});

const noConversations: ConversationsReply = { items: [], nextCursor: null, unreadTotal: 0, unreadConversations: 0 };

/** Applies an event to a loaded thread, and loads it again where events before it were missed. */
export const tellThread =
  (key: ConversationKey, event: ThreadEvent) =>
  async (dispatch: AppDispatch): Promise<void> => {
    const isGap = () => {
      let missed = false;
      dispatch(
        chatApi.util.updateQueryData('chat', key, (draft) => {
          missed = applyToThread(draft, event);
        }),
      );
      return missed;
    };
    let missed = isGap();
    const running = dispatch(chatApi.util.getRunningQueryThunk('chat', key));
    if (running) {
      // Its answer may be from before the event.
      await running;
      missed = isGap();
    }
    if (missed) await dispatch(refetchChat(key));
  };

export function loadedThread(store: Pick<AppStore, 'getState'>, key: ConversationKey): Thread | undefined {
  const { data } = chatApi.endpoints.chat.select(key)(store.getState());
  return data && threadOf(data);
}

/**
 * Loads the pages of a conversation again, if it was loaded before. A load under way may have been answered before the event that
 * asks for this, so another follows it; several requests meanwhile are one load. It waits for no other call.
 */
export const refetchChat =
  (key: ConversationKey) =>
  async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const { initiate, select } = chatApi.endpoints.chat;
    if (select(key)(getState()).isUninitialized) return;
    await dispatch(chatApi.util.getRunningQueryThunk('chat', key));
    await dispatch(initiate(key, { forceRefetch: true, subscribe: false }));
  };

/** The loaded messages of a conversation, and how to load those before them. */
export function useThread(key: ConversationKey) {
  const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } =
    chatApi.useChatInfiniteQuery(key);
  return {
    chat: data && threadOf(data),
    error,
    refetch: () => void refetch(),
    older: {
      load: () => {
        if (hasNextPage && !isFetching) void fetchNextPage();
      },
      isBusy: isFetching,
      isLoading: isFetchingNextPage,
    },
  };
}

export const { useConversationsInfiniteQuery } = chatApi;

export function pageOf(reply: ChatReply | RoomReply): Thread {
  if ('room' in reply) {
    const { room, messages, rev } = reply;
    const { _id, members: participants, unread, hasMore, ...ofRoom } = room;
    return { _id, participants, messages, unread, hasMore, rev, room: ofRoom };
  }
  const { chat, rev } = reply;
  return rev === undefined ? chat : { ...chat, rev };
}

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
  if (newest.hasMore !== undefined && newest.messages.length >= limits.chatPage.default) {
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
