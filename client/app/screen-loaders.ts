import { hasCapability } from '#client/api/capabilities.ts';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { roomKey } from '#client/api/chat/conversation-key.ts';
import { notificationsApi } from '#client/api/notifications/notifications-api.ts';
import { feedQueryOf, peopleApi, plainFeed } from '#client/api/people-api.ts';
import { projectsApi } from '#client/api/projects-api.ts';
import { choicesIn } from '#client/features/feed/use-feed-choices.ts';
import type { AppStore } from '#client/state/make-store.ts';
import { ownIn } from '#client/state/slices/auth-slice.ts';

export interface OpenedAddress {
  /** The id that ends the path; empty without one. */
  id: string;
  query: URLSearchParams;
}

export type BeginCalls = (store: AppStore, address: OpenedAddress) => void;

/** The cache keeps an answer that no screen has taken for its 60 seconds. */
const unused = { subscribe: false } as const;

const { chat, conversations } = chatApi.endpoints;
const { connections, person, received, sent } = peopleApi.endpoints;
const { exploreProjects, interestedAndAcceptedProjects, newProjects, personalProjects, project } =
  projectsApi.endpoints;

/** By screen, the calls whose answers it shows first. */
export const beginCalls = {
  feed: ({ dispatch }, { query }) => {
    void dispatch(peopleApi.endpoints.feed.initiate(feedQueryOf(choicesIn(query)), unused));
  },
  person: ({ dispatch }, { id }) => {
    void dispatch(person.initiate(id, unused));
  },
  connections: ({ dispatch }) => {
    void dispatch(connections.initiate(undefined, unused));
  },
  requests: ({ dispatch, getState }, { query }) => {
    if (query.get('tab') !== 'sent') void dispatch(received.initiate(undefined, unused));
    else if (hasCapability(getState(), 'requests.sent')) void dispatch(sent.initiate(undefined, unused));
  },
  search: ({ dispatch }, { query }) => {
    if (query.get('q') || query.get('skill')) return;
    void dispatch(peopleApi.endpoints.feed.initiate(plainFeed, unused));
    void dispatch(newProjects.initiate(undefined, unused));
  },
  projects: ({ dispatch, getState }, { query }) => {
    const own = ownIn(getState());
    const tab = query.get('tab');
    // Which call lists projects that the address narrows depends on the upstream's capabilities.
    const isNarrowed = ['status', 'role', 'skill'].some((name) => query.has(name));
    if (tab === 'explore' && !isNarrowed) void dispatch(exploreProjects.initiate(undefined, unused));
    if (tab === 'interested') void dispatch(interestedAndAcceptedProjects.initiate(undefined, unused));
    if (tab === null && own) void dispatch(personalProjects.initiate({ userId: own._id }, unused));
  },
  project: ({ dispatch }, { id }) => {
    void dispatch(project.initiate(id, unused));
  },
  conversations: ({ dispatch }) => {
    void dispatch(conversations.initiate(undefined, unused));
  },
  notifications: ({ dispatch, getState }) => {
    if (hasCapability(getState(), 'notifications'))
      void dispatch(notificationsApi.endpoints.notifications.initiate(undefined, unused));
  },
  room: ({ dispatch }, { id }) => {
    void dispatch(chat.initiate(roomKey(id), unused));
    void dispatch(conversations.initiate(undefined, unused));
  },
  chat: ({ dispatch }, { id }) => {
    void dispatch(chat.initiate(id, unused));
    void dispatch(conversations.initiate(undefined, unused));
  },
} satisfies Record<string, BeginCalls>;
