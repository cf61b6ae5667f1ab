import { isConnectionSlow } from '#client/lib/dom/window-state.ts';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { screenCode } from './screen-code.ts';
import { prefetchScreen, screenNames, screens } from './screen-table.ts';

/** The frame around every screen behind the login. Landing and login do not need it. */
export const shell = screenCode(() => import('./shell/shell.tsx').then((m) => m.Shell));

/**
 * Fetches the code of every screen behind the login, one after the other: each then opens at once, and without a network.
 * For a visitor the login and the feed. Not on a line that is slow or to be saved.
 */
export async function prefetchScreens(isSignedIn: boolean): Promise<void> {
  if (isConnectionSlow()) return;
  const mine = ({ access, role }: ClientRoute) => access === 'authenticated' && role === undefined;
  const names = isSignedIn ? screenNames.filter((name) => mine(clientRoutes[name])) : (['login', 'feed'] as const);
  for (const name of names) await prefetchScreen(screens[name]);
  await shell.prefetch().catch(() => undefined);
}
