import { startTransition } from 'react';
import type { Root } from 'react-dom/client';
import type { Navigation } from '#client/dom/navigation.tsx';
import { afterFrame } from '#client/dom/timing/after-frame.ts';
import { whenWanted } from '#client/dom/timing/when-wanted.ts';
import { endProfileLoad } from '#client/store/calls/profile-load.ts';
import { loadCalls } from '#client/store/load-calls.ts';
import { makeOpenStore } from '#client/store/make-open-store.ts';
import { prerenderedSession } from '#client/store/slices/session-slice.ts';
import { FullScreenSpinner } from '#client/ui/state/spinner.tsx';
import { to } from '#shared/routes.ts';
import { hungAfterMs } from '../start/hung-code.ts';
import { hydrateRoot } from '../start/react.ts';
import { reportingOptions } from '../start/react-options.ts';
import { OpenApp } from './open-app.tsx';
import { loadOpenScreen, openScreenAt } from './open-screens.ts';

const root = document.getElementById('root');
const name = openScreenAt(location.pathname);
if (!root || name === undefined) throw new Error(`No pre-rendered page belongs to ${location.pathname}.`);
const screen = await loadOpenScreen(name);
const store = makeOpenStore({ session: prerenderedSession });
const restOfApp = () => import('./enter-app.tsx');

let reactRoot!: Root;
let app: ReturnType<typeof enter> | undefined;
const navigation: Navigation = {
  state: null,
  async go(path, options) {
    if (app !== undefined) return (await app)?.navigate(path, options);
    app = enter(path, options);
    await app;
  },
};
// As a transition, React takes the page over in small steps, between which the browser can paint and answer.
startTransition(() => {
  const page = <OpenApp store={store} screen={screen} navigation={navigation} onHydrated={() => void loadProfile()} />;
  reactRoot = hydrateRoot(root, page, {
    ...reportingOptions(),
    onUncaughtError(error) {
      console.error(error);
      // React has removed the screen. The app shows its own, or says what went wrong.
      void navigation.go(location.pathname, { replace: true });
    },
  });
});
whenWanted(() => void restOfApp().then(({ preloadNext }) => preloadNext(name), ignore));

/** Shows the app at another address, and the spinner until its code is here. Without the code, the browser goes there itself. */
async function enter(...[path, options]: Parameters<Navigation['go']>) {
  const goPlainly = () => (options?.replace ? location.replace(path) : location.assign(path));
  let isWaiting = true;
  const hung = setTimeout(goPlainly, hungAfterMs);
  // Code that was fetched ahead is here before the next frame.
  afterFrame(() => {
    if (isWaiting) reactRoot.render(<OpenApp store={store} screen={FullScreenSpinner} navigation={navigation} />);
  });
  try {
    const { enterApp } = await restOfApp();
    return await enterApp(reactRoot, store, [path, options]);
  } catch {
    goPlainly();
    return undefined;
  } finally {
    isWaiting = false;
    clearTimeout(hung);
  }
}

/** Loads the profile once at start, past the cache. The page came without a session cookie, so it rarely finds a user. */
async function loadProfile(): Promise<void> {
  const { loadOwnUser } = await loadCalls(store);
  const { error } = await store.dispatch(loadOwnUser());
  endProfileLoad(store, error);
  if (store.getState().auth.user !== null) await navigation.go(to.feed(), { replace: true });
}

function ignore(): void {
  // A failed preload is not reported: the navigation that needs the code loads it again.
}
