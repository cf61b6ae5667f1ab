import { useEffect } from 'react';
import { useConversationList } from '#client/store/api/chat/use-conversation-list.ts';
import type { Conversation, ListedConversation } from '#shared/api/chat.ts';
import { useNewsCount } from './use-news-count.ts';

/** The first `most` unread conversations with people. Loads more pages until enough are found. */
export function useUnreadConversations(most: number): Conversation[] {
  const { conversations, loadMore } = useConversationList();
  const { unread } = useNewsCount();
  const found = conversations.filter(isUnreadPair).slice(0, most);
  const isComplete = found.length === most || found.reduce((sum, each) => sum + each.unread, 0) >= unread;
  useEffect(() => {
    if (!isComplete) loadMore?.();
  }, [isComplete, loadMore]);
  return found;
}

function isUnreadPair(conversation: ListedConversation): conversation is Conversation {
  return 'user' in conversation && conversation.unread > 0;
}
