import type { Chat, ChatReply, Conversation, ConversationsReply } from '#shared/api/chat.ts';
import { apiPaths } from '#shared/paths.ts';
import { baseApi } from './base-api.ts';

export const chatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The messages with one person. */
    chat: build.query<Chat, string>({
      query: (userId) => apiPaths.chat(userId),
      transformResponse: (reply: ChatReply) => reply.chat,
      providesTags: (_result, _error, userId) => [{ type: 'Chat', id: userId }],
    }),
    /** Messages before one of them. An upstream without pages ignores `before`, and never says that there is more. */
    chatPage: build.query<Chat, { userId: string; before: string | undefined }>({
      query: ({ userId, before }) => ({ url: apiPaths.chat(userId), params: { before } }),
      transformResponse: (reply: ChatReply) => reply.chat,
      keepUnusedDataFor: 0,
    }),
    /** With the capability `chat.list`. */
    conversations: build.query<Conversation[], void>({
      query: () => apiPaths.chats,
      transformResponse: (reply: ConversationsReply) => reply.items,
      providesTags: ['Chats'],
    }),
  }),
});

export const { useChatQuery, useConversationsQuery } = chatApi;
