import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { makeStore } from '#client/store/make-store.ts';
import { prerenderedSession } from '#client/store/slices/session-slice.ts';
import { matchClientRoute } from '#shared/routes.ts';
import { App } from '../app.tsx';
import { shell } from '../lazy-shell.ts';
import { makeRouter } from '../router.tsx';
import { preloadPath } from '../screens.ts';
import { reportErrors } from './report-errors.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const isPrerendered = root.dataset.prerendered !== undefined;
const store = makeStore(isPrerendered ? { session: prerenderedSession } : undefined);

// The code of the screen, which the page has named: it is usually here before the profile is.
const isGuarded = matchClientRoute(location.pathname)?.access === 'authenticated';
const code = Promise.allSettled([preloadPath(location.pathname), isGuarded ? shell.preload() : undefined]);

// Only the gateway accepts reports; in development, read the console.
const report = import.meta.env.PROD ? reportErrors() : undefined;
const options = {
  onCaughtError(error: unknown) {
    console.error(error);
    report?.(error);
  },
};
const app = (
  <StrictMode>
    <App store={store} router={makeRouter()} />
  </StrictMode>
);
/** Longer than this, the loading gate does not wait for the code of its screen. */
const codeMs = 2000;

if (isPrerendered) {
  // With its code here, the pre-rendered screen is hydrated as it is.
  void code.then(() => hydrateRoot(root, app, options));
} else {
  // A screen without its code would suspend, and React shows what comes after a fallback 300 ms later.
  const waited = new Promise((resolve) => setTimeout(resolve, codeMs));
  void Promise.race([code, waited]).then(() => createRoot(root, options).render(app));
}
