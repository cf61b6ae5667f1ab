import { type ClientRoute, clientRoutes, matchClientRoute } from '#shared/routes.ts';
import { type LazyScreen, lazyScreen, type ScreenComponent } from './lazy-screen.tsx';

type ScreenName = keyof typeof clientRoutes;

/** Every route's screen, each in a chunk of its own, with its first title. */
export const screens: Record<ScreenName, LazyScreen & { title: string }> = {
  landing: screen('Connect. Collaborate. .Code', () =>
    import('#client/features/landing/landing-page.tsx').then((m) => m.LandingPage),
  ),
  login: screen('Login', () => import('#client/features/auth/login-page.tsx').then((m) => m.LoginPage)),
  error: screen('Error', () => import('./errors/error-page.tsx').then((m) => m.ErrorPage)),
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
  privacy: screen('Privacy', () => import('./legal/privacy-page.tsx').then((m) => m.PrivacyPage)),
  terms: screen('Terms', () => import('./legal/terms-page.tsx').then((m) => m.TermsPage)),
  feed: screen('Feed', () => import('#client/features/feed/feed-page.tsx').then((m) => m.FeedPage)),
  profile: screen('Your profile', () =>
    import('#client/features/profile/own-profile-page.tsx').then((m) => m.OwnProfilePage),
  ),
  editProfile: screen('Edit profile', () =>
    import('#client/features/profile/edit/edit-profile-page.tsx').then((m) => m.EditProfilePage),
  ),
  otherProfile: screen('Profile', () =>
    import('#client/features/profile/other/other-profile-page.tsx').then((m) => m.OtherProfilePage),
  ),
  connection: screen('Connections', () =>
    import('#client/features/connections/connections-page.tsx').then((m) => m.ConnectionsPage),
  ),
  requests: screen('Requests', () => import('#client/features/requests/requests-page.tsx').then((m) => m.RequestsPage)),
  search: screen('Search', () => import('#client/features/search/search-page.tsx').then((m) => m.SearchPage)),
  setting: screen('Settings', () => import('#client/features/settings/settings-page.tsx').then((m) => m.SettingsPage)),
  projects: screen('Projects', () =>
    import('#client/features/projects/list/projects-page.tsx').then((m) => m.ProjectsPage),
  ),
  project: screen('Project', () => import('#client/features/projects/project-page.tsx').then((m) => m.ProjectPage)),
  createProject: screen('Create a project', () =>
    import('#client/features/projects/create-project-page.tsx').then((m) => m.CreateProjectPage),
  ),
  editProject: screen('Edit project', () =>
    import('#client/features/projects/edit-project-page.tsx').then((m) => m.EditProjectPage),
  ),
  chat: screen('Chat', () => import('#client/features/chat/chat-page.tsx').then((m) => m.ChatPage)),
  moderation: screen('Moderation', () =>
    import('#client/features/moderation/moderation-page.tsx').then((m) => m.ModerationPage),
  ),
};

/**
 * Loads the code of a path's screen ahead, unless it needs a role: who the user is may not be known yet. A failure is
 * ignored here: opening the screen tries again.
 */
export async function preloadPath(pathname: string): Promise<void> {
  const name = nameAt(pathname);
  const route: ClientRoute | undefined = name && clientRoutes[name];
  if (!name || route?.role) return;
  await Promise.allSettled([screens[name].preload()]);
}

export function screenAt(pathname: string): LazyScreen | undefined {
  const name = nameAt(pathname);
  return name && screens[name];
}

/** Whether a path's screen can be shown at once. */
export function isPathLoaded(pathname: string): boolean {
  return screenAt(pathname)?.loaded() !== undefined;
}

function nameAt(pathname: string): ScreenName | undefined {
  const route = matchClientRoute(pathname);
  return screenNames.find((name) => clientRoutes[name] === route);
}

export const screenNames = Object.keys(clientRoutes) as ScreenName[];

function screen(title: string, load: () => Promise<ScreenComponent>) {
  return { title, ...lazyScreen(load) };
}
