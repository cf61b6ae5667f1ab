import { baseApi } from '#client/api/base-api.ts';
import { hasCapability } from '#client/api/capabilities.ts';
import type { AppDispatch, AppStore, RootState } from '#client/state/make-store.ts';
import type { ConversationsReply } from '#shared/api/chat.ts';
import { apiPaths } from '#shared/paths.ts';
import { type ConversationKey, historyPath } from './conversation-key.ts';
import { applyToThread, pageOf, type Thread, type ThreadEvent, threadOf } from './thread.ts';

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
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
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
