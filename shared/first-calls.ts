import type { Capability } from './capabilities.ts';
import { limits } from './limits.ts';
import { apiPaths } from './paths.ts';
import { type ClientRoute, clientRoutes } from './routes.ts';

/** What is known about a page when it is opened. */
export interface OpenedPage {
  /** The id in its path; empty for routes without one. */
  id: string;
  query: URLSearchParams;
  capabilities: readonly Capability[];
}

const wholeList = `?limit=${limits.page.max}`;

const conversations = (capabilities: readonly Capability[]) =>
  capabilities.includes('chat.list')
    ? [capabilities.includes('projects.room') ? `${apiPaths.chats}?rooms=1` : apiPaths.chats]
    : [];

/**
 * The calls that a screen waits for, by route: paths below the API base, with their query as the client writes it. The
 * profile and the capabilities are not listed, because every screen behind the login waits for them.
 */
const firstCalls: Partial<Record<keyof typeof clientRoutes, (page: OpenedPage) => readonly string[]>> = {
  feed: ({ query, capabilities }) => {
    const asked = new URLSearchParams({ page: '1', limit: String(limits.page.default) });
    if (capabilities.includes('feed.ranked')) {
      asked.set('order', query.get('order') === 'newest' ? 'newest' : 'match');
      const skill = query.get('skill');
      if (skill) asked.set('skill', skill);
      for (const name of ['intent', 'overlap']) {
        const value = query.get(name);
        if (value) asked.set(name, value);
      }
    }
    return [`${apiPaths.feed}?${asked}`];
  },
  otherProfile: ({ id }) => [apiPaths.profile(id)],
  connection: () => [apiPaths.connections + wholeList],
  messages: ({ capabilities }) => [apiPaths.connections + wholeList, ...conversations(capabilities)],
  requests: ({ query, capabilities }) =>
    query.get('tab') === 'sent' && capabilities.includes('requests.sent')
      ? [apiPaths.requestsSent + wholeList]
      : [apiPaths.requestsReceived + wholeList],
  search: ({ query }) =>
    query.get('q') || query.get('skill')
      ? []
      : [
          `${apiPaths.feed}?${new URLSearchParams({ page: '1', limit: String(limits.page.default) })}`,
          `${apiPaths.projects}?limit=${limits.newProjects}`,
        ],
  projects: ({ query }) => {
    if (query.get('tab') !== 'explore') return [`${apiPaths.projects}?limit=1`];
    return narrowsProjects(query) ? [] : [apiPaths.projects];
  },
  project: ({ id }) => [apiPaths.projectView(id)],
  editProject: ({ id }) => [apiPaths.projectView(id)],
  // With a filter in the address too: its list is another one, and the counts of the tabs come from this one.
  notifications: ({ capabilities }) =>
    capabilities.includes('notifications')
      ? [`${apiPaths.notifications}?limit=${limits.newNotifications}&without=message`]
      : [],
  room: ({ id, capabilities }) => [apiPaths.room(id), ...conversations(capabilities)],
  chat: ({ id, capabilities }) => [apiPaths.chat(id), ...conversations(capabilities)],
};

const byRoute = new Map<ClientRoute, (page: OpenedPage) => readonly string[]>(
  Object.entries(firstCalls).map(([name, calls]) => [clientRoutes[name as keyof typeof firstCalls], calls]),
);

export function firstCallsOf(route: ClientRoute, page: OpenedPage): readonly string[] {
  return byRoute.get(route)?.(page) ?? [];
}

/** Whether the address narrows the list of all projects: who lists a narrowed one depends on the upstream's capabilities. */
export function narrowsProjects(query: URLSearchParams): boolean {
  return ['status', 'role', 'skill'].some((name) => query.has(name));
}
