import { useEffect } from 'react';
import { chatApi } from '#client/store/chat/chat-api.ts';
import { useAppDispatch } from '#client/store/hooks.ts';
import type { Chat } from '#shared/api/chat.ts';

/** A thread that has grown beyond `most` messages is cut to its newest `kept`. */
const most = 400;
const kept = 200;

/**
 * Keeps a conversation that is followed for days as light as a new one: while its end is in view, what lies far above
 * is let go, and loads again for whoever scrolls there. Where the upstream has no pages, nothing could bring it back.
 */
export function useShortThread(chat: Chat, peerId: string, atEnd: boolean): void {
  const dispatch = useAppDispatch();
  const isLong = atEnd && chat.hasMore !== undefined && chat.messages.length > most;
  useEffect(() => {
    if (!isLong) return;
    dispatch(
      chatApi.util.updateQueryData('chat', peerId, (draft) => {
        draft.messages.splice(0, draft.messages.length - kept);
        draft.hasMore = true;
      }),
    );
  }, [isLong, peerId, dispatch]);
}
