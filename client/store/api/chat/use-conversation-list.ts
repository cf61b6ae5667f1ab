import { useMemo } from 'react';
import type { AllConversationsReply, ListedConversation } from '#shared/api/chat.ts';
import { useConversationsInfiniteQuery } from './chat-api.ts';
import { type ConversationKey, keyOf } from './conversation-key.ts';

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
function eachOnce(pages: readonly AllConversationsReply[]): ListedConversation[] {
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

/** The unread messages of one conversation, as far as its page of the list is loaded. */
export function useUnreadIn(key: ConversationKey): number {
  const { data } = useConversationsInfiniteQuery();
  return data?.pages.flatMap(({ items }) => items).find((item) => keyOf(item) === key)?.unread ?? 0;
}
