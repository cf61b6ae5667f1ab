import { preloadParts } from '#client/dom/again/preload-parts.ts';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { screenNames, screens } from '../screens.ts';

/** Fetches the code of every screen behind the login, and its parts, one after the other: each then opens without a network, too. */
export async function preloadSignedIn(): Promise<void> {
  for (const name of screenNames) {
    const { access, role }: ClientRoute = clientRoutes[name];
    if (access === 'authenticated' && role === undefined) await Promise.allSettled([screens[name].preload()]);
  }
  await preloadParts();
}
