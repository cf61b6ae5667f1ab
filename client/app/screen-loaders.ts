import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { hasCapability } from '#client/api/capabilities.ts';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { roomKey } from '#client/api/chat/conversation-key.ts';
import { notificationsApi } from '#client/api/notifications/notifications-api.ts';
import { feedQueryOf, peopleApi, plainFeed } from '#client/api/people-api.ts';
import { projectsApi } from '#client/api/projects-api.ts';
import { choicesIn } from '#client/features/feed/use-feed-choices.ts';
import type { RootState } from '#client/state/make-store.ts';
import { ownIn } from '#client/state/slices/auth-slice.ts';

interface OpenedAddress {
  /** The id that ends the path; empty without one. */
  id: string;
  query: URLSearchParams;
}

/** The calls of a screen, each of which the router dispatches. */
export type FirstCalls = (
  address: OpenedAddress,
  state: RootState,
) => readonly ThunkAction<unknown, RootState, unknown, UnknownAction>[];

/** The cache keeps an answer that no screen has taken for its 60 seconds. */
const unused = { subscribe: false } as const;

const { chat, conversations } = chatApi.endpoints;
const { connections, feed, person, received, sent } = peopleApi.endpoints;
const { exploreProjects, interestedAndAcceptedProjects, newProjects, personalProjects, project } =
  projectsApi.endpoints;

/** The screens whose first calls the router makes; some of them share theirs. */
type Screen =
  | ('feed' | 'person' | 'connections' | 'requests' | 'search' | 'projects' | 'project')
  | ('conversations' | 'notifications' | 'room' | 'chat');

/** By screen, the calls whose answers it shows first. */
export const firstCalls: Readonly<Record<Screen, FirstCalls>> = {
  feed: ({ query }) => [feed.initiate(feedQueryOf(choicesIn(query)), unused)],
  person: ({ id }) => [person.initiate(id, unused)],
  connections: () => [connections.initiate(undefined, unused)],
  requests: ({ query }, state) => {
    if (query.get('tab') !== 'sent') return [received.initiate(undefined, unused)];
    return hasCapability(state, 'requests.sent') ? [sent.initiate(undefined, unused)] : [];
  },
  search: ({ query }) =>
    query.get('q') || query.get('skill')
      ? []
      : [feed.initiate(plainFeed, unused), newProjects.initiate(undefined, unused)],
  projects: ({ query }, state) => {
    const own = ownIn(state);
    const tab = query.get('tab');
    // Which call lists projects that the address narrows depends on the upstream's capabilities.
    const isNarrowed = ['status', 'role', 'skill'].some((name) => query.has(name));
    if (tab === 'explore' && !isNarrowed) return [exploreProjects.initiate(undefined, unused)];
    if (tab === 'interested') return [interestedAndAcceptedProjects.initiate(undefined, unused)];
    return tab === null && own ? [personalProjects.initiate({ userId: own._id }, unused)] : [];
  },
  project: ({ id }) => [project.initiate(id, unused)],
  conversations: () => [conversations.initiate(undefined, unused)],
  notifications: (_address, state) =>
    hasCapability(state, 'notifications') ? [notificationsApi.endpoints.notifications.initiate(undefined, unused)] : [],
  room: ({ id }) => [chat.initiate(roomKey(id), unused), conversations.initiate(undefined, unused)],
  chat: ({ id }) => [chat.initiate(id, unused), conversations.initiate(undefined, unused)],
};
