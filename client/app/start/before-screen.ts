import { loadOwnUser } from '#client/store/api/auth-api.ts';
import { handOverProfileLoad } from '#client/store/api/base-query/hand-over-profile-load.ts';
import { endProfileLoad } from '#client/store/api/base-query/profile-load.ts';
import { loadCapabilities } from '#client/store/api/capabilities.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { matchClientRoute } from '#shared/routes.ts';
import { screenAt } from '../screens.ts';

/** Longer than this, once its code is here, a screen does not wait for its answers: the loading gate is drawn. */
const answersMs = 300;

/**
 * Makes the first calls of the opened screen while its code is on its way. They were asked for with the page, so that the
 * screen can be drawn at once, instead of the loading gate, an empty frame and then the screen.
 */
export async function beforeScreen(
  store: AppStore,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  code: Promise<unknown>,
): Promise<void> {
  const over = new AbortController();
  const profile = store.dispatch(loadOwnUser());
  const isGuarded = matchClientRoute(pathname)?.access === 'authenticated';
  let isKnown = false;
  const answers = Promise.all([profile, isGuarded ? loadCapabilities(store) : undefined]).then(([{ error }]) => {
    if (over.signal.aborted) return;
    isKnown = true;
    endProfileLoad(store, error);
  });
  await code;
  const begin = async () => {
    await answers;
    const address = {
      id: pathname.split('/').findLast((part) => part !== '') ?? '',
      query: new URLSearchParams(search),
    };
    if (isKnown && store.getState().auth.user !== null)
      await screenAt(pathname)?.loaded()?.begin?.(store, address, over.signal);
  };
  await Promise.race([begin(), new Promise((resolve) => setTimeout(resolve, answersMs))]);
  over.abort();
  if (!isKnown) handOverProfileLoad(store, profile);
}
