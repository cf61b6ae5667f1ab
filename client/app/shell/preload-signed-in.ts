import { preloadParts } from '#client/dom/retry/preload-parts.ts';
import { whenQuiet } from '#client/dom/timing/when-quiet.ts';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { screenNames, screens } from '../screens.ts';

/** Even a busy browser evaluates the next screen's code after this time. */
const busyMs = 1000;

const idle = () => new Promise<void>((resolve) => whenQuiet(resolve, 0, busyMs));

/**
 * Fetches the code of every screen behind the login, and its parts, one after the other, while the browser is idle: each
 * then opens without a network, too.
 */
export async function preloadSignedIn(): Promise<void> {
  for (const name of screenNames) {
    const { access, role }: ClientRoute = clientRoutes[name];
    if (access !== 'authenticated' || role !== undefined || screens[name].loaded()) continue;
    await idle();
    await Promise.allSettled([screens[name].preload()]);
  }
  await preloadParts();
}
