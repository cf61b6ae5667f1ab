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
    /** With the capability `chat.list`. */
    conversations: build.query<Conversation[], void>({
      query: () => apiPaths.chats,
      transformResponse: (reply: ConversationsReply) => reply.items,
      providesTags: ['Chats'],
    }),
  }),
});

export const { useChatQuery, useConversationsQuery } = chatApi;
