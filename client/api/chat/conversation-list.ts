import { useMemo } from 'react';
import { baseApi } from '#client/api/base-api.ts';
import { messageLine } from '#client/lib/text/message-format.ts';
import type { AppStore } from '#client/state/make-store.ts';
import type { ChangedMessage, ChatMessage, ConversationsReply, ListedConversation } from '#shared/api/chat.ts';
import type { MessageChangedEvent } from '#shared/api/events.ts';
import type { User } from '#shared/api/users.ts';
import { chatApi, loadedThread, tellThread, useConversationsInfiniteQuery } from './chat-api.ts';
import { type ConversationKey, keyOf } from './conversation-key.ts';

/** A message with its id, from an event or a reply. */
export interface StoredMessage {
  key: ConversationKey;
  message: ChatMessage & { senderId: User };
  /** Whether the user read it on arrival; it then does not count as unread. */
  seen: boolean;
}

/** Adds a message to the loaded thread and conversation list. Returns whether it was new to the list. */
export function applyMessage(store: AppStore, stored: StoredMessage): boolean {
  store.dispatch(tellThread(stored.key, { kind: 'message', message: stored.message }));
  return applyToList(store, stored);
}

function applyToList(store: AppStore, { key, message, seen }: StoredMessage): boolean {
  const { _id, createdAt, senderId } = message;
  const lastMessage = listedConversation(store, key)?.lastMessage;
  if (lastMessage && (lastMessage._id === _id || lastMessage.createdAt > createdAt)) return false;
  changeConversation(store, key, (conversation) => {
    conversation.lastMessage = {
      ...{ _id, text: messageLine(message), createdAt, senderId: senderId._id },
      ...(message.event && { event: message.event }),
    };
    // A user who answers has read the earlier messages.
    if (senderId._id === store.getState().auth.user?._id) conversation.unread = 0;
    else if (!seen) conversation.unread += 1;
    return 'to the front';
  });
  return true;
}

export function applyMessageChange(store: AppStore, key: ConversationKey, { rev, message }: MessageChangedEvent): void {
  const known = loadedThread(store, key)?.rev;
  if (known !== undefined && rev <= known) return;
  store.dispatch(tellThread(key, { kind: 'change', rev, message }));
  changeLastMessage(store, key, message);
  store.dispatch(baseApi.util.invalidateTags(['FoundMessages']));
}

/** The upstream's answer to the user's own change, before its event. `after` is the change that was known when it was made. */
export function applyOwnChange(
  store: AppStore,
  key: ConversationKey,
  message: ChangedMessage,
  after: number | undefined,
): void {
  store.dispatch(tellThread(key, { kind: 'own change', message, after }));
  changeLastMessage(store, key, message);
}

/** The last message of a conversation was edited or deleted: the list shows what it says now. */
function changeLastMessage(store: AppStore, key: ConversationKey, message: ChangedMessage): void {
  store.dispatch(
    chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
      for (const { lastMessage } of pages.flatMap(({ items }) => items.filter((item) => keyOf(item) === key))) {
        // A deleted message never changes any more: an event that says otherwise is an old one.
        if (lastMessage?._id !== message._id || lastMessage.deletedAt !== undefined) continue;
        lastMessage.text = messageLine(message);
        if (message.deletedAt !== undefined) lastMessage.deletedAt = message.deletedAt;
      }
    }),
  );
}

export function applyUnread(store: AppStore, key: ConversationKey, unread: number): void {
  changeConversation(store, key, (conversation) => {
    conversation.unread = unread;
    return 'in place';
  });
  store.dispatch(tellThread(key, { kind: 'unread', unread }));
}

/** The conversation, if it is on a loaded page. */
export function listedConversation(store: AppStore, key: ConversationKey): ListedConversation | undefined {
  const { data } = chatApi.endpoints.conversations.select()(store.getState());
  return data?.pages.flatMap(({ items }) => items).find((item) => keyOf(item) === key);
}

/** Changes the unread count of a conversation and the total. Loads the list again where the result cannot be right. */
function changeConversation(
  store: AppStore,
  key: ConversationKey,
  change: (conversation: ListedConversation) => 'to the front' | 'in place',
): void {
  const { data, status } = chatApi.endpoints.conversations.select()(store.getState());
  const isKnown = listedConversation(store, key) !== undefined;
  // A reply under way may be older than this change and would undo it.
  if ((data && !isKnown) || status === 'pending') store.dispatch(baseApi.util.invalidateTags(['Chats']));
  if (!isKnown) return;
  store.dispatch(
    chatApi.util.updateQueryData('conversations', undefined, ({ pages }) => {
      const [first] = pages;
      const page = pages.find(({ items }) => items.some((item) => keyOf(item) === key));
      const index = page?.items.findIndex((item) => keyOf(item) === key) ?? -1;
      const conversation = page?.items[index];
      if (!first || !page || !conversation) return;
      const before = conversation.unread;
      const place = change(conversation);
      if (!isMuted(conversation)) first.unreadTotal += conversation.unread - before;
      if (place === 'in place') return;
      page.items.splice(index, 1);
      first.items.unshift(conversation);
    }),
  );
}

/** Loads the lists again that change while the user looks at them, for an upstream that sends no events about them. */
export function refetchLive(store: AppStore): void {
  store.dispatch(
    baseApi.util.invalidateTags(['Chat', 'Chats', 'Received', 'Connections', 'Interest', 'Notifications']),
  );
}

/** A muted room counts for nothing in the totals, and is not announced. */
export function isMuted(conversation: ListedConversation | undefined): boolean {
  return conversation !== undefined && 'room' in conversation && conversation.muted === true;
}

const none: readonly ListedConversation[] = [];

/** The conversations loaded so far, and how to load more. */
export function useConversationList() {
  const list = useConversationsInfiniteQuery();
  const pages = list.data?.pages;
  const { fetchNextPage, fulfilledTimeStamp, isFetchNextPageError } = list;
  // RTK Query ignores a request for the next page while another page is loading.
  const canLoadMore = list.hasNextPage && !list.isFetching && !isFetchNextPageError;
  return {
    conversations: useMemo(() => (pages ? eachOnce(pages) : none), [pages]),
    isLoading: list.isLoading,
    isFetching: list.isFetching,
    /** Why the first page could not be loaded. */
    error: pages ? undefined : list.error,
    refetch: () => void list.refetch(),
    /** Whether the list is loaded or has failed: a decision based on it need not wait. */
    hasAnswered: list.isSuccess || list.error !== undefined,
    hasMore: list.hasNextPage,
    /** Undefined while loading, at the end and after a failure. A new function after each page, so that effects run again. */
    loadMore: useMemo(() => {
      void fulfilledTimeStamp;
      return canLoadMore ? () => void fetchNextPage() : undefined;
    }, [canLoadMore, fetchNextPage, fulfilledTimeStamp]),
    /** Defined after the next page could not be loaded. */
    retryMore: isFetchNextPageError ? () => void fetchNextPage() : undefined,
  };
}

/** Removes doubles: a conversation with a new message between two loads is on both pages. */
function eachOnce(pages: readonly ConversationsReply[]): ListedConversation[] {
  const byKey = new Map<string, ListedConversation>();
  for (const conversation of pages.flatMap(({ items }) => items))
    if (!byKey.has(keyOf(conversation))) byKey.set(keyOf(conversation), conversation);
  return [...byKey.values()];
}

/** All unread messages, also those in conversations that are not loaded. */
export function useUnreadCount({ skip }: { skip: boolean }): number {
  const { data } = useConversationsInfiniteQuery(undefined, { skip });
  return data?.pages[0]?.unreadTotal ?? 0;
}

/** The conversation, as far as its page of the list is loaded. */
export function useListed(key: ConversationKey): ListedConversation | undefined {
  const { data } = useConversationsInfiniteQuery();
  return data?.pages.flatMap(({ items }) => items).find((item) => keyOf(item) === key);
}
