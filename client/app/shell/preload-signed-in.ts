import { whenQuiet } from '#client/dom/frames.tsx';
import { isConnectionSlow } from '#client/dom/window-state.ts';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { screenNames, screens } from '../screen-table.ts';

const idle = () => new Promise<void>((resolve) => whenQuiet(resolve, 0));

/**
 * Fetches the code of every screen behind the login, one after the other, while the browser is idle: each
 * then opens at once, and without a network. Not on a line that is slow or to be saved.
 */
export async function preloadSignedIn(): Promise<void> {
  if (isConnectionSlow()) return;
  for (const name of screenNames) {
    const { access, role }: ClientRoute = clientRoutes[name];
    if (access !== 'authenticated' || role !== undefined || screens[name].isHere()) continue;
    await idle();
    await Promise.allSettled([screens[name].preload()]);
  }
}
