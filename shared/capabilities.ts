/** What an upstream may offer beyond the core calls. `GET /capabilities` lists them; a 404 there means none. */
export const capabilities = [
  'search',
  'feed.ranked',
  'requests.sent',
  'connections.remove',
  'profile.links',
  'projects.interest',
  'projects.delete',
  'chat.list',
  'chat.live',
  'notifications',
  'safety',
  'safety.block',
  'safety.mute',
  'safety.report',
  'media',
  'account',
  'email.verify',
  'email.change',
  'password.reset',
  'passkeys',
  'account.sessions',
  'account.history',
  'public.pages',
  'push',
] as const;

export type Capability = (typeof capabilities)[number];
