import { baseApi } from '#client/store/api/base-api.ts';
import { offers } from '#client/store/api/capabilities.ts';
import type { Chat, ChatReply, ConversationsReply } from '#shared/api/chat.ts';
import { apiPaths } from '#shared/paths.ts';
import { mergeMessages, withLater } from './merge-messages.ts';

export const chatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The messages with one person: the newest page, to which older pages and live messages are added. */
    chat: build.query<Chat, string>({
      query: (userId) => apiPaths.chat(userId),
      transformResponse: (reply: ChatReply) => reply.chat,
      providesTags: (_result, _error, userId) => [{ type: 'Chat', id: userId }],
      merge: (known, fresh) => {
        const knownIds = new Set(known.messages.map(({ _id }) => _id));
        // After a long absence, messages before this page can be missing in the cache: then only the page is kept.
        const overlaps = fresh.messages.some(({ _id }) => knownIds.has(_id));
        if (!overlaps && fresh.hasMore) return { ...fresh, messages: withLater(fresh.messages, known.messages) };
        const { hasMore } = known;
        mergeMessages(known.messages, fresh.messages);
        Object.assign(known, { ...fresh, messages: known.messages });
        if (hasMore !== undefined) known.hasMore = hasMore;
        return undefined;
      },
    }),
    /** The page before a message, at our upstream. It is merged into the cached conversation. */
    olderMessages: build.query<Chat, { userId: string; before: string }>({
      query: ({ userId, before }) => ({ url: apiPaths.chat(userId), params: { before } }),
      transformResponse: (reply: ChatReply) => reply.chat,
      onQueryStarted: async ({ userId, before }, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled;
          dispatch(
            chatApi.util.updateQueryData('chat', userId, (draft) => {
              // The cached page that these older messages continue may have been evicted while they loaded; merging now would
              // leave a gap.
              if (draft.messages[0]?._id !== before) return;
              mergeMessages(draft.messages, data.messages);
              draft.hasMore = data.hasMore ?? false;
            }),
          );
        } catch {
          // The thread offers to try again.
        }
      },
    }),
    /** Messages before one of them. An upstream without pages ignores `before`, and never says that there is more. */
    chatPage: build.query<Chat, { userId: string; before: string | undefined }>({
      query: ({ userId, before }) => ({ url: apiPaths.chat(userId), params: { before } }),
      transformResponse: (reply: ChatReply) => reply.chat,
    }),
    /** Page by page, the last spoken first. An upstream without the capability `chat.list` lists none. */
    conversations: build.infiniteQuery<ConversationsReply, void, string>({
      queryFn: async ({ pageParam }, { dispatch }, _extra, call) => {
        const offered = await offers(dispatch, 'chat.list');
        if ('error' in offered) return offered;
        if (!offered.data) return { data: noConversations };
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

export const { useChatQuery, useLazyOlderMessagesQuery, useConversationsInfiniteQuery } = chatApi;
