import { useCallback, useRef } from 'react';
import { useLazyOlderMessagesQuery } from '#client/store/api/chat/chat-api.ts';
import type { ConversationKey } from '#client/store/api/chat/conversation-key.ts';
import type { Chat } from '#shared/api/chat.ts';

/** Loads the page of messages before the first loaded one. */
export function useOlderMessages(chat: Chat, key: ConversationKey) {
  const [fetchOlder, { isFetching }] = useLazyOlderMessagesQuery();
  const before = chat.messages[0]?._id;
  const hasMore = chat.hasMore ?? false;
  // Scrolling calls `load` many times before the page arrives: each page is requested once, and again after a failure.
  const requested = useRef<string>(undefined);
  const load = useCallback(async () => {
    if (!hasMore || before === undefined || requested.current === before) return;
    requested.current = before;
    const { isError } = await fetchOlder({ key, before });
    if (isError) requested.current = undefined;
  }, [hasMore, before, key, fetchOlder]);
  return { load: () => void load(), isLoading: isFetching };
}
