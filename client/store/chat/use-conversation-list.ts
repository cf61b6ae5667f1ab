import { useMemo } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import type { Conversation, ConversationsReply } from '#shared/api/chat.ts';
import { useConversationsInfiniteQuery } from './chat-api.ts';

const none: readonly Conversation[] = [];

/** The conversations that are loaded so far, and how to get more of them. */
export function useConversationList() {
  const hasList = useCapability('chat.list');
  const list = useConversationsInfiniteQuery(undefined, { skip: !hasList });
  const pages = list.data?.pages;
  const { fetchNextPage, fulfilledTimeStamp, isFetchNextPageError } = list;
  // What is asked for while any page is on the way is not fetched.
  const canLoadMore = list.hasNextPage && !list.isFetching && !isFetchNextPageError;
  return {
    conversations: useMemo(() => (pages ? eachOnce(pages) : none), [pages]),
    isLoading: list.isLoading,
    isFetching: list.isFetching,
    /** Why there are none at all. */
    error: pages ? undefined : list.error,
    refetch: () => void list.refetch(),
    /** Whether there is nothing more to learn before deciding by it. */
    isSettled: !hasList || list.isSuccess || list.isError,
    hasMore: list.hasNextPage,
    /** Undefined while it would do nothing, and after a failure; a new one after each fetch: an effect asks again. */
    loadMore: useMemo(() => {
      void fulfilledTimeStamp;
      return canLoadMore ? () => void fetchNextPage() : undefined;
    }, [canLoadMore, fetchNextPage, fulfilledTimeStamp]),
    /** After the next page could not be fetched. */
    retryMore: isFetchNextPageError ? () => void fetchNextPage() : undefined,
  };
}

/** Somebody may have spoken between two pages, and be on both. */
function eachOnce(pages: readonly ConversationsReply[]): Conversation[] {
  const byPerson = new Map<string, Conversation>();
  for (const conversation of pages.flatMap(({ items }) => items))
    if (!byPerson.has(conversation.user._id)) byPerson.set(conversation.user._id, conversation);
  return [...byPerson.values()];
}

/** All unread messages, those of conversations that are not loaded too. */
export function useUnreadCount(): number {
  const hasList = useCapability('chat.list');
  const { data } = useConversationsInfiniteQuery(undefined, { skip: !hasList });
  return data?.pages[0]?.unreadTotal ?? 0;
}
