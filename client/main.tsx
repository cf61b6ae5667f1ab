import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { matchClientRoute } from '#shared/routes.ts';
import { App } from './app/app.tsx';
import { shell } from './app/lazy-shell.ts';
import { makeRouter } from './app/router.tsx';
import { preloadPath } from './app/screens.ts';
import { reportErrors } from './app/start/report-errors.ts';
import { makeStore } from './store/make-store.ts';
import { drawnSession } from './store/slices/session-slice.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
const isDrawn = root.dataset.drawn !== undefined;
const store = makeStore(isDrawn ? { session: drawnSession } : undefined);

// Started before rendering, so that it runs in parallel with the profile load.
const screen = preloadPath(location.pathname);
if (matchClientRoute(location.pathname)?.access === 'authenticated') void shell.preload().catch(() => undefined);

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
if (isDrawn) {
  // With its code here, the drawn screen is taken over as it is.
  void screen.then(() => hydrateRoot(root, app, options));
} else createRoot(root, options).render(app);
