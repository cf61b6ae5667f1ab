import { clientRoutes, matchClientRoute, to } from '#shared/routes.ts';

/** The names of the protected screens in a sentence, without the feed itself. */
const names: Partial<Record<string, string>> = {
  [clientRoutes.profile.path]: 'your profile',
  [clientRoutes.editProfile.path]: 'Edit profile',
  [clientRoutes.otherProfile.path]: 'the profile you opened',
  [clientRoutes.connection.path]: 'Connections',
  [clientRoutes.requests.path]: 'Requests',
  [clientRoutes.search.path]: 'Search',
  [clientRoutes.setting.path]: 'Settings',
  [clientRoutes.projects.path]: 'Projects',
  [clientRoutes.project.path]: 'the project you opened',
  [clientRoutes.createProject.path]: 'Create a project',
  [clientRoutes.editProject.path]: 'Edit project',
  [clientRoutes.messages.path]: 'Messages',
  [clientRoutes.notifications.path]: 'Notifications',
  [clientRoutes.room.path]: 'the team chat you opened',
  [clientRoutes.chat.path]: 'the chat you opened',
};

const pathOf = (link: string) => link.split(/[?#]/)[0] ?? '';

/** The name of a link inside the app; undefined for one that leads to no protected screen. */
export function screenName(link: string): string | undefined {
  return names[matchClientRoute(pathOf(link))?.path ?? ''];
}

/** The person or project that a link leads to; undefined for any other link. */
export function subjectOf(link: string): { kind: 'profile' | 'project'; id: string } | undefined {
  const path = pathOf(link);
  const route = matchClientRoute(path);
  const id = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  if (route === clientRoutes.otherProfile) return { kind: 'profile', id };
  if (route === clientRoutes.project) return { kind: 'project', id };
  return undefined;
}

/** The history state with which the guard of a screen redirects to the landing page. */
export interface GuardState {
  /** Path, query and hash of the screen that the user tried to open. */
  refused: string;
}

/** The history state with which the login screen is in its other mode. Without it the mode is Login. */
export interface LoginState {
  mode: 'signup';
}

/**
 * Opens the login screen in its other mode. A hash, because a link that is pressed before the program runs carries no
 * history state. The login screen moves it into the `LoginState`.
 */
export const signUpLink = `${to.login()}#signup`;
