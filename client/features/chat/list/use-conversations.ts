import { useConversationList } from '#client/store/api/chat/use-conversation-list.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import type { User } from '#shared/api/users.ts';

const noPeople: readonly User[] = [];

/** The conversations, where the upstream lists them, and with `withSilent` the connections without messages. */
export function useConversations({ withSilent }: { withSilent: boolean }) {
  const { conversations, isLoading, ...more } = useConversationList();
  const people = useConnectionsQuery(undefined, { skip: !withSilent });
  return {
    conversations,
    // Only after the last page is it known which connections have no messages.
    connections: more.hasMore ? noPeople : (people.data?.people ?? noPeople),
    isLoading: people.isLoading || isLoading,
    ...more,
  };
}
