import { useMemo } from 'react';
import { type ConversationRow, conversationRows } from '#client/features/chat/list/conversation-rows.ts';
import { useConversationList } from '#client/store/api/chat/use-conversation-list.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import { useInterestedAndAcceptedProjectsQuery, usePersonalProjectsQuery } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import type { Project } from '#shared/api/projects.ts';
import type { User } from '#shared/api/users.ts';
import { useHiddenPeople } from './use-hidden-people.ts';

/** The user's connections, projects and conversations, from the cached answers that the screens show too. */
export interface Known {
  people: readonly User[];
  projects: readonly Project[];
  conversations: readonly ConversationRow[];
  /** Whether some of it is still on its way. */
  isLoading: boolean;
}

const none: readonly never[] = [];

/** Reads the lists of Connections, Projects and Messages, and loads those that no screen has loaded yet. */
export function useKnown(): Known {
  const { _id: ownId } = useOwnUser();
  const hidden = useHiddenPeople();
  const connections = useConnectionsQuery();
  const own = usePersonalProjectsQuery({ userId: ownId });
  const joined = useInterestedAndAcceptedProjectsQuery();
  const { conversations, isLoading } = useConversationList();

  const people = connections.data?.people ?? none;
  const isAnyLoading = isLoading || connections.isLoading || own.isLoading || joined.isLoading;
  return useMemo(() => {
    const projects = [...(own.data ?? none), ...(joined.data ?? none)];
    return {
      people: people.filter(({ _id }) => !hidden.has(_id)),
      projects: [...new Map(projects.map((project) => [project._id, project])).values()],
      conversations: conversationRows(conversations, none, ownId, '').filter(
        ({ of, state }) => state !== 'Blocked' && !('person' in of && hidden.has(of.person._id)),
      ),
      isLoading: isAnyLoading,
    };
  }, [people, own.data, joined.data, conversations, ownId, hidden, isAnyLoading]);
}
