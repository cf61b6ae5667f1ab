import { useEffect } from 'react';
import { useConversationList } from '#client/store/api/chat/use-conversation-list.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import { useLive } from '#client/store/events/live-context.ts';
import type { User } from '#shared/api/users.ts';

const noPeople: readonly User[] = [];

/** All connections, with the last message where the upstream lists conversations. */
export function useConversations() {
  const { conversations, isLoading, ...more } = useConversationList();
  const people = useConnectionsQuery();
  const connections = people.data?.people ?? noPeople;
  const live = useLive();
  useEffect(() => live?.watch(connections.map(({ _id }) => _id)), [live, connections]);
  return {
    conversations,
    // Only after the last page is it known which connections have no messages.
    connections: more.hasMore ? noPeople : connections,
    isLoading: people.isLoading || isLoading,
    ...more,
  };
}
