/**
 * The client's routes. The gateway answers these paths with the page and status 200; the client's router mounts a
 * screen for each. `access`: who may see the screen. With a `role`, the path is unknown to everybody else (decision 210): the gateway, which
 * does not know the roles, answers it like an unknown path.
 */
export const clientRoutes = {
  landing: { path: '/', access: 'anonymous' },
  login: { path: '/login', access: 'anonymous' },
  error: { path: '/error', access: 'everyone' },
  verify: { path: '/verify', access: 'everyone' },
  reset: { path: '/reset', access: 'everyone' },
  unsubscribe: { path: '/unsubscribe', access: 'everyone' },
  leave: { path: '/leave', access: 'everyone' },
  invite: { path: '/invite', access: 'everyone' },
  privacy: { path: '/privacy', access: 'everyone' },
  terms: { path: '/terms', access: 'everyone' },
  feed: { path: '/feed', access: 'authenticated' },
  profile: { path: '/profile', access: 'authenticated' },
  editProfile: { path: '/profile/edit', access: 'authenticated' },
  otherProfile: { path: '/profile/:userId', access: 'authenticated' },
  connection: { path: '/connection', access: 'authenticated' },
  requests: { path: '/requests', access: 'authenticated' },
  search: { path: '/search', access: 'authenticated' },
  setting: { path: '/setting', access: 'authenticated' },
  projects: { path: '/projects', access: 'authenticated' },
  project: { path: '/project/view/:projectId', access: 'authenticated' },
  createProject: { path: '/create-project', access: 'authenticated' },
  editProject: { path: '/project/editproject/:projectId', access: 'authenticated' },
  messages: { path: '/messages', access: 'authenticated' },
  notifications: { path: '/notifications', access: 'authenticated' },
  room: { path: '/messages/room/:projectId', access: 'authenticated' },
  chat: { path: '/chat/:targetUserId', access: 'authenticated' },
  moderation: { path: '/moderation', access: 'authenticated', role: 'moderator' },
} as const satisfies Record<string, ClientRoute>;

export type Access = 'anonymous' | 'everyone' | 'authenticated';

export interface ClientRoute {
  path: string;
  access: Access;
  role?: 'moderator';
}

/** Cookie in which the gateway stores, for ten minutes, the guarded path that it refused to an anonymous visitor. */
export const refusedCookie = 'refused';

/** The routes that search engines may list: they show the same to everybody. */
export const listedRoutes = ['landing', 'login', 'privacy', 'terms'] as const satisfies (keyof typeof clientRoutes)[];

type LinkTo<Path extends string> = Path extends `${string}:${string}` ? (id: string) => string : () => string;

/** Builds links inside the client: `to.project(id)` is the path of that project. An id is encoded as one path segment. */
export const to = Object.fromEntries(
  Object.entries(clientRoutes).map(([name, { path }]) => [
    name,
    (id = '') => path.replace(/:\w+/, () => encodeURIComponent(id)),
  ]),
) as { readonly [Name in keyof typeof clientRoutes]: LinkTo<(typeof clientRoutes)[Name]['path']> };

/**
 * The route that a URL path belongs to, or undefined. Like the client's router: a static segment wins over a parameter,
 * one trailing slash is allowed, and case is ignored.
 */
export function matchClientRoute(pathname: string): ClientRoute | undefined {
  const segments = splitPath(pathname);
  return byStaticFirst.find(({ pattern }) => matches(pattern, segments))?.route;
}

const byStaticFirst = Object.values(clientRoutes)
  .map((route: ClientRoute) => ({ route, pattern: splitPath(route.path) }))
  .sort((a, b) => parameterCount(a.pattern) - parameterCount(b.pattern));

function parameterCount(pattern: string[]): number {
  return pattern.filter((segment) => segment.startsWith(':')).length;
}

function splitPath(pathname: string): string[] {
  const trimmed = pathname.replace(/^\//, '').replace(/\/$/, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

function matches(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]?.toLowerCase()))
  );
}
