import type { ComponentType } from 'react';
import { type ClientRoute, clientRoutes, matchClientRoute } from '#shared/routes.ts';
import { type ScreenCode, screenCode } from './screen-code.ts';
import type { FirstCalls, firstCalls } from './screen-loaders.ts';

type ScreenName = keyof typeof clientRoutes;

interface ScreenRow {
  /** The title of the page, until the screen sets its own. */
  title: string;
  code: ScreenCode<ComponentType>;
  /** Makes the calls whose answers the screen shows first, while its own code is on its way. */
  calls?: ScreenCode<FirstCalls>;
}

/**
 * The screen of each route of shared/routes.ts, which holds path and access. The build reads the text of these rows
 * (client/build/route-preloads.ts): the page of a route names the files that its row imports.
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
  feed: screenWithCalls('feed', 'Feed', () => import('#client/features/feed/feed-page.tsx').then((m) => m.FeedPage)),
  profile: screen('Your profile', () =>
    import('#client/features/profile/own-profile-page.tsx').then((m) => m.OwnProfilePage),
  ),
  editProfile: screen('Edit profile', () =>
    import('#client/features/profile/edit/edit-profile-page.tsx').then((m) => m.EditProfilePage),
  ),
  otherProfile: screenWithCalls('person', 'Profile', () =>
    import('#client/features/profile/other/other-profile-page.tsx').then((m) => m.OtherProfilePage),
  ),
  connection: screenWithCalls('connections', 'Connections', () =>
    import('#client/features/connections/connections-page.tsx').then((m) => m.ConnectionsPage),
  ),
  requests: screenWithCalls('requests', 'Requests', () =>
    import('#client/features/requests/requests-page.tsx').then((m) => m.RequestsPage),
  ),
  search: screenWithCalls('search', 'Search', () =>
    import('#client/features/search/search-page.tsx').then((m) => m.SearchPage),
  ),
  setting: screen('Settings', () => import('#client/features/settings/settings-page.tsx').then((m) => m.SettingsPage)),
  projects: screenWithCalls('projects', 'Projects', () =>
    import('#client/features/projects/list/projects-page.tsx').then((m) => m.ProjectsPage),
  ),
  project: screenWithCalls('project', 'Project', () =>
    import('#client/features/projects/project-page.tsx').then((m) => m.ProjectPage),
  ),
  createProject: screen('Create a project', () =>
    import('#client/features/projects/create-project-page.tsx').then((m) => m.CreateProjectPage),
  ),
  editProject: screenWithCalls('project', 'Edit project', () =>
    import('#client/features/projects/edit-project-page.tsx').then((m) => m.EditProjectPage),
  ),
  messages: screenWithCalls('conversations', 'Messages', () =>
    import('#client/features/chat/messages-page.tsx').then((m) => m.MessagesPage),
  ),
  notifications: screenWithCalls('notifications', 'Notifications', () =>
    import('./notifications-screen.tsx').then((m) => m.NotificationsScreen),
  ),
  room: screenWithCalls('room', 'Team chat', () =>
    import('#client/features/chat/chat-page.tsx').then((m) => m.RoomPage),
  ),
  chat: screenWithCalls('chat', 'Chat', () => import('#client/features/chat/chat-page.tsx').then((m) => m.ChatPage)),
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

function screen(title: string, load: () => Promise<ComponentType>): ScreenRow {
  return { title, code: screenCode(load) };
}

/** `name`: that of the screen's first calls in screen-loaders.ts. */
function screenWithCalls(name: keyof typeof firstCalls, title: string, load: () => Promise<ComponentType>): ScreenRow {
  const calls = screenCode(() => import('./screen-loaders.ts').then((m) => m.firstCalls[name]));
  return { ...screen(title, load), calls };
}
