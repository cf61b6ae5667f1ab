import { baseApi, byCursor } from '#client/api/base-api.ts';
import type { PictureUpload } from '#client/api/base-query/base-query.ts';
import type { ChatMessage, MessageSearchReply, ReactionsReply } from '#shared/api/chat.ts';
import type { MediaReply } from '#shared/api/parts.ts';
import { apiPaths } from '#shared/paths.ts';

export interface ReactionCall {
  messageId: string;
  emoji: string;
  /** False takes the reaction back. */
  on: boolean;
}

/** Which messages are searched for: in the chats with all people, or in one conversation. */
export interface MessageQuery {
  q: string;
  with?: string;
  room?: string;
}

/** Calls that change single messages. Screens do not call these: changes go through `live/changes.ts`. */
export const messageApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    editMessage: build.mutation<ChatMessage, { messageId: string; text: string }>({
      query: ({ messageId, text }) => ({ url: apiPaths.message(messageId), method: 'PATCH', body: { text } }),
    }),
    deleteMessage: build.mutation<undefined, { messageId: string }>({
      query: ({ messageId }) => ({ url: apiPaths.message(messageId), method: 'DELETE' }),
      transformResponse: () => undefined,
    }),
    react: build.mutation<ReactionsReply, ReactionCall>({
      query: ({ messageId, emoji, on }) => ({
        url: apiPaths.reaction(messageId, emoji),
        method: on ? 'PUT' : 'DELETE',
      }),
    }),
    uploadChatPicture: build.mutation<MediaReply, PictureUpload>({
      query: ({ picture, onProgress }) => ({ url: apiPaths.chatPicture, method: 'POST', body: picture, onProgress }),
    }),
    /** The newest first. An edited or deleted message makes the answers stale. */
    foundMessages: build.infiniteQuery<MessageSearchReply, MessageQuery, string>({
      query: ({ queryArg: { q, with: person, room }, pageParam }) => ({
        url: apiPaths.searchMessages,
        params: { q, with: person, room, cursor: pageParam },
      }),
      infiniteQueryOptions: byCursor,
      providesTags: ['FoundMessages'],
    }),
  }),
});

export const { useFoundMessagesInfiniteQuery } = messageApi;
