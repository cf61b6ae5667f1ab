import type { ComponentType } from 'react';
import { type ClientRoute, clientRoutes, matchClientRoute } from '#shared/routes.ts';
import { type ScreenCode, screenCode } from './screen-code.ts';
import type { FirstCalls } from './screen-loaders.ts';

type ScreenName = keyof typeof clientRoutes;

interface ScreenRow {
  /** The title of the page, until the screen sets its own. */
  title: string;
  code: ScreenCode<ComponentType>;
  /** Makes the calls whose answers the screen shows first, while its own code is on its way. */
  calls: ScreenCode<FirstCalls> | undefined;
}

/**
 * The screen of each route of shared/routes.ts, which holds path and access. The build reads the imports of each row
 * (client/build/route-preloads.ts): the page of a route names their files.
 */
export const screens: Record<ScreenName, ScreenRow> = {
  landing: screen('Connect. Collaborate. .Code', () =>
    import('#client/features/landing/landing-page.tsx').then((m) => m.LandingPage),
  ),
  login: screen('Login', () => import('#client/features/auth/login-page.tsx').then((m) => m.LoginPage)),
  error: screen('Error', () => import('./errors/route-error-view.tsx').then((m) => m.ErrorPage)),
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
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.feed),
  ),
  profile: screen('Your profile', () =>
    import('#client/features/profile/own-profile-page.tsx').then((m) => m.OwnProfilePage),
  ),
  editProfile: screen('Edit profile', () =>
    import('#client/features/profile/edit/edit-profile-page.tsx').then((m) => m.EditProfilePage),
  ),
  otherProfile: screen(
    'Profile',
    () => import('#client/features/profile/other/other-profile-page.tsx').then((m) => m.OtherProfilePage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.person),
  ),
  connection: screen(
    'Connections',
    () => import('#client/features/connections/connections-page.tsx').then((m) => m.ConnectionsPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.connections),
  ),
  requests: screen(
    'Requests',
    () => import('#client/features/requests/requests-page.tsx').then((m) => m.RequestsPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.requests),
  ),
  search: screen(
    'Search',
    () => import('#client/features/search/search-page.tsx').then((m) => m.SearchPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.search),
  ),
  setting: screen('Settings', () => import('#client/features/settings/settings-page.tsx').then((m) => m.SettingsPage)),
  projects: screen(
    'Projects',
    () => import('#client/features/projects/list/projects-page.tsx').then((m) => m.ProjectsPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.projects),
  ),
  project: screen(
    'Project',
    () => import('#client/features/projects/project-page.tsx').then((m) => m.ProjectPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.project),
  ),
  createProject: screen('Create a project', () =>
    import('#client/features/projects/create-project-page.tsx').then((m) => m.CreateProjectPage),
  ),
  editProject: screen(
    'Edit project',
    () => import('#client/features/projects/edit-project-page.tsx').then((m) => m.EditProjectPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.project),
  ),
  messages: screen(
    'Messages',
    () => import('#client/features/chat/messages-page.tsx').then((m) => m.MessagesPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.conversations),
  ),
  notifications: screen(
    'Notifications',
    () => import('./notifications-screen.tsx').then((m) => m.NotificationsScreen),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.notifications),
  ),
  room: screen(
    'Team chat',
    () => import('#client/features/chat/chat-page.tsx').then((m) => m.RoomPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.room),
  ),
  chat: screen(
    'Chat',
    () => import('#client/features/chat/chat-page.tsx').then((m) => m.ChatPage),
    () => import('./screen-loaders.ts').then((m) => m.firstCalls.chat),
  ),
  moderation: screen('Moderation', () =>
    import('#client/features/moderation/moderation-page.tsx').then((m) => m.ModerationPage),
  ),
};

export const screenNames = Object.keys(clientRoutes) as ScreenName[];

/** Fetches the code of a screen ahead. A failure is ignored here: opening the screen tries again. */
export async function prefetchScreen({ code, calls }: ScreenRow): Promise<void> {
  await Promise.allSettled([code.prefetch(), calls?.prefetch()]);
}

/** Fetches the code of a path's screen ahead, unless it needs a role: who the user is may not be known yet. */
export function prefetchPath(pathname: string): void {
  const route: ClientRoute | undefined = matchClientRoute(pathname);
  const name = screenNames.find((each) => clientRoutes[each] === route);
  if (name && route?.role === undefined) void prefetchScreen(screens[name]);
}

function screen(title: string, load: () => Promise<ComponentType>, calls?: () => Promise<FirstCalls>): ScreenRow {
  return { title, code: screenCode(load), calls: calls && screenCode(calls) };
}
