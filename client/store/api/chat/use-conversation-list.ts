import { useMemo } from 'react';
import type { AppStore } from '#client/store/make-store.ts';
import type { Conversation, ConversationsReply } from '#shared/api/chat.ts';
import { chatApi, useConversationsInfiniteQuery } from './chat-api.ts';

const none: readonly Conversation[] = [];

/** Loads the first page of conversations before a screen that shows it is drawn. */
export async function beginConversations(store: AppStore): Promise<void> {
  await store.dispatch(chatApi.endpoints.conversations.initiate(undefined, { subscribe: false }));
}

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
function eachOnce(pages: readonly ConversationsReply[]): Conversation[] {
  const byPerson = new Map<string, Conversation>();
  for (const conversation of pages.flatMap(({ items }) => items))
    if (!byPerson.has(conversation.user._id)) byPerson.set(conversation.user._id, conversation);
  return [...byPerson.values()];
}

/** All unread messages, also those in conversations that are not loaded. */
export function useUnreadCount({ skip }: { skip: boolean }): number {
  const { data } = useConversationsInfiniteQuery(undefined, { skip });
  return data?.pages[0]?.unreadTotal ?? 0;
}
