import type { clientRoutes } from '#shared/routes.ts';

/**
 * The module of every route's screen, below client/. It repeats the imports of client/app/screens.ts, which the build
 * cannot execute: a missing route fails the type check, a wrong module fails client/app/screens.test.ts.
 */
export const screenModules: Readonly<Record<keyof typeof clientRoutes, string>> = {
  landing: 'features/landing/landing-page.tsx',
  login: 'features/auth/login-page.tsx',
  error: 'app/errors/error-page.tsx',
  verify: 'features/mail-links/verify-page.tsx',
  unsubscribe: 'features/mail-links/unsubscribe-page.tsx',
  reset: 'features/mail-links/reset-page.tsx',
  leave: 'features/mail-links/leave-page.tsx',
  privacy: 'app/legal/privacy-page.tsx',
  terms: 'app/legal/terms-page.tsx',
  feed: 'features/feed/feed-page.tsx',
  profile: 'features/profile/own-profile-page.tsx',
  editProfile: 'features/profile/edit/edit-profile-page.tsx',
  otherProfile: 'features/profile/other/other-profile-page.tsx',
  connection: 'features/connections/connections-page.tsx',
  requests: 'features/requests/requests-page.tsx',
  search: 'features/search/search-page.tsx',
  setting: 'features/settings/settings-page.tsx',
  projects: 'features/projects/list/projects-page.tsx',
  project: 'features/projects/project-page.tsx',
  createProject: 'features/projects/create-project-page.tsx',
  editProject: 'features/projects/edit-project-page.tsx',
  chat: 'features/chat/chat-page.tsx',
  moderation: 'features/moderation/moderation-page.tsx',
};

/** The module that starts the client; the page loads it after the packages. */
export const startModule = 'app/start/start-app.tsx';

/** The frame around every screen behind the login. */
export const shellModule = 'app/shell/shell.tsx';
