import type { ComponentType } from 'react';
import type { FirstCalls } from '#client/store/first-calls.ts';
import { type ClientRoute, clientRoutes, matchClientRoute } from '#shared/routes.ts';
import { type ScreenCode, screenCode } from './screen-code.ts';

type ScreenName = keyof typeof clientRoutes;

interface ScreenRow extends ScreenCode {
  /** The title of the page, until the screen sets its own. */
  title: string;
  /** The code that makes the calls whose answers the screen shows first, while the screen's own code is on its way. */
  firstCalls: (() => Promise<FirstCalls>) | undefined;
}

/**
 * The screen of each route of shared/routes.ts, which holds path and access. The build reads the imports of each row
 * (client/build/screen-imports.ts): the page of a route names their files.
 */
export const screens: Record<ScreenName, ScreenRow> = {
  landing: screen('Connect. Collaborate. .Code', () =>
    import('#client/features/landing/landing-page.tsx').then((m) => m.LandingPage),
  ),
  login: screen('Login', () => import('#client/features/auth/login-page.tsx').then((m) => m.LoginPage)),
  error: screen('Error', () => import('./errors/error-view.tsx').then((m) => m.ErrorPage)),
  unsubscribe: screen('Stop these mails', () =>
    import('#client/features/mail-links/unsubscribe-page.tsx').then((m) => m.UnsubscribePage),
  ),
  verify: screen('Confirm your address', () =>
    import('#client/features/mail-links/verify-page.tsx').then((m) => m.VerifyPage),
  ),
  reset: screen('Forgot password?', () =>
    import('#client/features/mail-links/reset-page.tsx').then((m) => m.ResetPage),
  ),
  leave: screen('Your account', () => import('#client/features/mail-links/leave-page.tsx').then((m) => m.LeavePage)),
  invite: screen('Invitation', () =>
    import('#client/features/projects/invites/invite-page.tsx').then((m) => m.InvitePage),
  ),
  privacy: screen('Privacy', () => import('./legal/privacy-page.tsx').then((m) => m.PrivacyPage)),
  terms: screen('Terms', () => import('./legal/terms-page.tsx').then((m) => m.TermsPage)),
  feed: screen(
    'Feed',
    () => import('#client/features/feed/feed-page.tsx').then((m) => m.FeedPage),
    () => import('#client/features/feed/first-calls.ts').then((m) => m.callFeed),
  ),
  profile: screen(
    'Your profile',
    () => import('#client/features/profile/own-profile-page.tsx').then((m) => m.OwnProfilePage),
    () => import('#client/features/profile/first-calls.ts').then((m) => m.callOwnProfile),
  ),
  editProfile: screen(
    'Edit profile',
    () => import('#client/features/profile/edit/edit-profile-page.tsx').then((m) => m.EditProfilePage),
    () => import('#client/features/profile/first-calls.ts').then((m) => m.callOwnProfile),
  ),
  otherProfile: screen(
    'Profile',
    () => import('#client/features/profile/other/other-profile-page.tsx').then((m) => m.OtherProfilePage),
    () => import('#client/features/profile/first-calls.ts').then((m) => m.callOtherProfile),
  ),
  connection: screen(
    'Connections',
    () => import('#client/features/connections/connections-page.tsx').then((m) => m.ConnectionsPage),
    () => import('#client/features/connections/first-calls.ts').then((m) => m.callConnections),
  ),
  requests: screen(
    'Requests',
    () => import('#client/features/requests/requests-page.tsx').then((m) => m.RequestsPage),
    () => import('#client/features/requests/first-calls.ts').then((m) => m.callRequests),
  ),
  search: screen(
    'Search',
    () => import('#client/features/search/search-page.tsx').then((m) => m.SearchPage),
    () => import('#client/features/search/first-calls.ts').then((m) => m.callSearch),
  ),
  setting: screen('Settings', () => import('#client/features/settings/settings-page.tsx').then((m) => m.SettingsPage)),
  projects: screen(
    'Projects',
    () => import('#client/features/projects/list/projects-page.tsx').then((m) => m.ProjectsPage),
    () => import('#client/features/projects/first-calls.ts').then((m) => m.callProjects),
  ),
  project: screen(
    'Project',
    () => import('#client/features/projects/project-page.tsx').then((m) => m.ProjectPage),
    () => import('#client/features/projects/first-calls.ts').then((m) => m.callProject),
  ),
  createProject: screen('Create a project', () =>
    import('#client/features/projects/create-project-page.tsx').then((m) => m.CreateProjectPage),
  ),
  editProject: screen(
    'Edit project',
    () => import('#client/features/projects/edit-project-page.tsx').then((m) => m.EditProjectPage),
    () => import('#client/features/projects/first-calls.ts').then((m) => m.callEditProject),
  ),
  messages: screen(
    'Messages',
    () => import('#client/features/chat/messages-page.tsx').then((m) => m.MessagesPage),
    () => import('#client/features/chat/first-calls.ts').then((m) => m.callMessages),
  ),
  notifications: screen(
    'Notifications',
    () => import('./notifications-screen.tsx').then((m) => m.NotificationsScreen),
    () => import('#client/features/notifications/first-calls.ts').then((m) => m.callNotifications),
  ),
  room: screen(
    'Team chat',
    () => import('#client/features/chat/room/room-page.tsx').then((m) => m.RoomPage),
    () => import('#client/features/chat/first-calls.ts').then((m) => m.callRoom),
  ),
  chat: screen(
    'Chat',
    () => import('#client/features/chat/chat-page.tsx').then((m) => m.ChatPage),
    () => import('#client/features/chat/first-calls.ts').then((m) => m.callChat),
  ),
  moderation: screen('Moderation', () =>
    import('#client/features/moderation/moderation-page.tsx').then((m) => m.ModerationPage),
  ),
};

/**
 * Loads the code of a path's screen ahead, unless it needs a role: who the user is may not be known yet. A failure is
 * ignored here: opening the screen tries again.
 */
export async function preloadPath(pathname: string): Promise<void> {
  const route: ClientRoute | undefined = matchClientRoute(pathname);
  if (route?.role === undefined) await Promise.allSettled([screenAt(pathname)?.preload()]);
}

/** Whether a path's screen can be shown at once. */
export function isPathLoaded(pathname: string): boolean {
  return screenAt(pathname)?.isHere() === true;
}

/** The screen of an address; undefined for an unknown one. */
export function screenAt(pathname: string): ScreenRow | undefined {
  const route = matchClientRoute(pathname);
  const name = screenNames.find((each) => clientRoutes[each] === route);
  return name && screens[name];
}

export const screenNames = Object.keys(clientRoutes) as ScreenName[];

function screen(title: string, load: () => Promise<ComponentType>, firstCalls?: ScreenRow['firstCalls']): ScreenRow {
  const code = screenCode(load);
  return { title, firstCalls, ...code, preload: () => Promise.all([code.preload(), firstCalls?.()]) };
}
