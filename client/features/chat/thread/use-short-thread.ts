import { useEffect } from 'react';
import { chatApi } from '#client/store/api/chat/chat-api.ts';
import type { ConversationKey } from '#client/store/api/chat/conversation-key.ts';
import { useAppDispatch } from '#client/store/hooks.ts';
import type { Chat } from '#shared/api/chat.ts';

/** A thread that has grown beyond `most` messages is cut to its newest `kept`. */
const most = 400;
const kept = 200;

/**
 * Drops the oldest loaded messages of a long thread while its end is in view; scrolling up loads them again. An
 * upstream without pages could not deliver them again, so nothing is dropped there.
 */
export function useShortThread(chat: Chat, key: ConversationKey, atEnd: boolean): void {
  const dispatch = useAppDispatch();
  const isLong = atEnd && chat.hasMore !== undefined && chat.messages.length > most;
  useEffect(() => {
    if (!isLong) return;
    dispatch(
      chatApi.util.updateQueryData('chat', key, (draft) => {
        draft.messages.splice(0, draft.messages.length - kept);
        draft.hasMore = true;
      }),
    );
  }, [isLong, key, dispatch]);
}
