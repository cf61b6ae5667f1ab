import { useEffect } from 'react';
import { useCapability } from '#client/store/capabilities.ts';
import { useConversationsQuery } from '#client/store/chat-api.ts';
import { useLive } from '#client/store/live/live-context.ts';
import { useConnectionsQuery } from '#client/store/people-api.ts';
import type { Conversation } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';

const noConversations: readonly Conversation[] = [];
const noPeople: readonly User[] = [];

/** Everybody the user can write to, and what was said last where the upstream tells. */
export function useConversations() {
  const hasList = useCapability('chat.list');
  const list = useConversationsQuery(undefined, { skip: !hasList });
  const people = useConnectionsQuery();
  const connections = people.data ?? noPeople;
  const live = useLive();
  useEffect(() => live?.watch(connections.map(({ _id }) => _id)), [live, connections]);
  return {
    conversations: list.data ?? noConversations,
    connections,
    isLoading: people.isLoading || list.isLoading,
  };
}
