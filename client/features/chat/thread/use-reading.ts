import { useEffect, useMemo, useState } from 'react';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { type ConversationKey, keyOf } from '#client/api/chat/conversation-key.ts';
import { useConversationList } from '#client/api/chat/conversation-list.ts';
import { lastRead } from '#client/lib/device/user-storage.ts';
import { useLive } from '#client/live/live-context.ts';
import { useAppDispatch } from '#client/state/hooks.ts';
import type { Chat, ChatMessage } from '#shared/api/chat.ts';
import { firstUnreadOf, type KnownRead } from './thread-rows.ts';

/** The place of the unread divider: decided once, when the conversation is opened. */
export function useFirstUnread(chat: Chat | undefined, ownId: string, key: ConversationKey) {
  const list = useConversationList();
  const [opened, setOpened] = useState<{ lastId: string | undefined; known: KnownRead }>();
  const ready = chat !== undefined && list.hasAnswered;
  if (ready && opened === undefined) {
    const listed = list.conversations.find((item) => keyOf(item) === key);
    const { unread } = listed ?? chat;
    const readUpTo = lastRead(ownId, key).read();
    setOpened({ lastId: chat.messages.at(-1)?._id, known: unread === undefined ? { readUpTo } : { unread } });
  }
  const firstUnread = useMemo(() => {
    if (!chat || !opened) return undefined;
    // Counted back from the message that was last then: later messages do not move the divider.
    const last = chat.messages.findIndex(({ _id }) => _id === opened.lastId);
    return firstUnreadOf(chat.messages.slice(0, last + 1), ownId, opened.known);
  }, [chat, opened, ownId]);
  return { decided: opened !== undefined, firstUnread };
}

/** Reports the newest message as read while the tab is visible and the end of the thread is in view. */
export function useReading(history: readonly ChatMessage[], ownId: string, key: ConversationKey, atEnd: boolean): void {
  const live = useLive();
  const visible = useVisible();
  const last = history.at(-1);
  const lastReceived = last && last.senderId?._id !== ownId ? last._id : undefined;
  useEffect(() => {
    if (live && visible && atEnd && lastReceived !== undefined) live.read(key, lastReceived);
  }, [live, visible, atEnd, lastReceived, key]);
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const onChange = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return visible;
}

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
        let length = 0;
        const end = draft.pages.findIndex(({ messages }) => {
          length += messages.length;
          return length >= kept;
        });
        draft.pages.splice(end + 1);
        draft.pageParams.splice(end + 1);
      }),
    );
  }, [isLong, key, dispatch]);
}
