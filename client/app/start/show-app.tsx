import { StrictMode, startTransition } from 'react';
import type { AppStore } from '#client/store/make-store.ts';
import { matchClientRoute } from '#shared/routes.ts';
import { App } from '../app.tsx';
import { shell } from '../lazy-shell.ts';
import type { makeRouter } from '../router.tsx';
import { preloadPath } from '../screens.ts';
import { createRoot, hydrateRoot } from './react.ts';
import { reportingOptions } from './react-options.ts';

/** Longer than this, a screen does not wait for its code before it is shown. */
const codeMs = 2000;

/**
 * Loads the code of a screen. One that is shown without its code would suspend, and React shows what comes after a
 * fallback 300 ms later.
 */
export function codeOf(pathname: string): Promise<unknown> {
  const isGuarded = matchClientRoute(pathname)?.access === 'authenticated';
  const waited = new Promise((resolve) => setTimeout(resolve, codeMs));
  return Promise.race([Promise.allSettled([preloadPath(pathname), isGuarded ? shell.preload() : undefined]), waited]);
}

/** Shows the app, or takes over the page that came pre-rendered. */
export function showApp(
  root: HTMLElement,
  store: AppStore,
  router: ReturnType<typeof makeRouter>,
  isTakenOver: boolean,
): void {
  const app = (
    <StrictMode>
      <App store={store} router={router} />
    </StrictMode>
  );
  const options = reportingOptions();
  // As a transition, React draws it in small steps, between which the browser can paint and answer.
  startTransition(() => {
    if (isTakenOver) hydrateRoot(root, app, options);
    else createRoot(root, options).render(app);
  });
}
