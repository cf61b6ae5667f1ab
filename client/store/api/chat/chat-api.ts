import { baseApi } from '#client/store/api/base-api.ts';
import { offers } from '#client/store/api/capabilities.ts';
import type { AppDispatch, RootState } from '#client/store/make-store.ts';
import type { AllConversationsReply, ChatChangesReply } from '#shared/api/chat.ts';
import { apiPaths } from '#shared/paths.ts';
import { applyChange } from './apply-change.ts';
import { type ConversationKey, historyPath } from './conversation-key.ts';
import { isBefore, type LoadedChat, loadedChat, newest, revAfter } from './loaded-chat.ts';
import { mergeMessages, mergeNew, withLater } from './merge-messages.ts';

export const chatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The messages of a conversation: the newest page, to which older pages and live messages are added. */
    chat: build.query<LoadedChat, ConversationKey>({
      query: historyPath,
      transformResponse: loadedChat,
      providesTags: (_result, _error, key) => [{ type: 'Chat', id: key }],
      merge: (cached, fresh) => {
        const cachedIds = new Set(cached.messages.map(({ _id }) => _id));
        // After a long absence, messages before this page can be missing in the cache: then only the page is kept.
        const overlaps = fresh.messages.some(({ _id }) => cachedIds.has(_id));
        const heard = newest(cached.heard, fresh.heard);
        if (!overlaps && fresh.hasMore)
          return { ...fresh, ...heard, messages: withLater(fresh.messages, cached.messages) };
        const { hasMore } = cached;
        const rev = revAfter(cached, fresh);
        // Events that came while the page was loaded are newer than the page.
        if (isBefore(fresh.rev, cached.rev)) mergeNew(cached.messages, fresh.messages);
        else mergeMessages(cached.messages, fresh.messages);
        Object.assign(cached, { ...fresh, ...rev, ...heard, messages: cached.messages });
        if (hasMore !== undefined) cached.hasMore = hasMore;
        return undefined;
      },
      onQueryStarted: (key, api) => catchUpAfter(key, api),
    }),
    /** The page before a message, at our upstream. It is merged into the cached conversation. */
    olderMessages: build.query<LoadedChat, { key: ConversationKey; before: string }>({
      query: ({ key, before }) => ({ url: historyPath(key), params: { before } }),
      transformResponse: loadedChat,
      onQueryStarted: async ({ key, before }, api) => {
        try {
          const { data } = await api.queryFulfilled;
          api.dispatch(
            chatApi.util.updateQueryData('chat', key, (draft) => {
              // The cached page that these older messages continue may have been evicted while they loaded; merging now would
              // leave a gap.
              if (draft.messages[0]?._id !== before) return;
              if (data.rev !== undefined && isBefore(data.rev, draft.rev)) draft.rev = data.rev;
              Object.assign(draft, newest(draft.heard, data.heard));
              mergeMessages(draft.messages, data.messages);
              draft.hasMore = data.hasMore ?? false;
            }),
          );
          await catchUpAfter(key, api);
        } catch {
          // The thread offers to try again.
        }
      },
    }),
    /** The messages that changed after a revision, those that are not loaded included. */
    chatChanges: build.query<ChatChangesReply, { key: ConversationKey; since: number }>({
      query: ({ key, since }) => ({ url: historyPath(key), params: { changedSince: since } }),
    }),
    /**
     * The conversations page by page, rooms of projects among them, the one with the newest message first. An upstream without the capability
     * `chat.list` lists none.
     */
    conversations: build.infiniteQuery<AllConversationsReply, void, string>({
      queryFn: async ({ pageParam }, { dispatch }, _extra, call) => {
        const offered = await offers(dispatch, 'chat.list');
        if ('error' in offered) return offered;
        if (!offered.data) return { data: noConversations };
        const rooms = await offers(dispatch, 'projects.room');
        if ('error' in rooms) return rooms;
        const params = { ...(rooms.data && { rooms: '1' }), ...(pageParam !== '' && { cursor: pageParam }) };
        const { data, error } = await call({ url: apiPaths.chats, params });
        return error ? { error } : { data: data as AllConversationsReply };
      },
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      providesTags: ['Chats'],
    }),
  }),
});

/**
 * Asks for the changes after the loaded messages' revision, until these are as new as the newest change that an event
 * or answer has named.
 */
export async function catchUp(dispatch: AppDispatch, getState: () => RootState, key: ConversationKey): Promise<void> {
  for (;;) {
    const known = chatApi.endpoints.chat.select(key)(getState()).data;
    if (known?.rev === undefined || known.rev >= (known.heard ?? 0)) return;
    const since = known.rev;
    const asked = chatApi.endpoints.chatChanges.initiate({ key, since }, { forceRefetch: true, subscribe: false });
    const { data } = await dispatch(asked);
    // Without an answer, the next load of the conversation or the next event asks again.
    if (!data) return;
    dispatch(
      chatApi.util.updateQueryData('chat', key, (draft) => {
        draft.heard = data.rev > since || data.more ? Math.max(draft.heard ?? 0, data.rev) : since;
        // Events that came meanwhile are newer than this answer.
        if (draft.rev !== since) return;
        for (const message of data.messages) applyChange(draft, message);
        draft.rev = data.rev;
      }),
    );
    if (data.rev <= since) return;
  }
}

interface QueryApi {
  dispatch: unknown;
  getState: () => unknown;
  queryFulfilled: PromiseLike<unknown>;
}

/** Older messages than the loaded page may have changed while nothing was heard. */
async function catchUpAfter(key: ConversationKey, { dispatch, getState, queryFulfilled }: QueryApi): Promise<void> {
  try {
    await queryFulfilled;
  } catch {
    return;
  }
  await catchUp(dispatch as AppDispatch, getState as () => RootState, key);
}

const noConversations: AllConversationsReply = { items: [], nextCursor: null, unreadTotal: 0, unreadConversations: 0 };

export const { useChatQuery, useLazyOlderMessagesQuery, useConversationsInfiniteQuery } = chatApi;
