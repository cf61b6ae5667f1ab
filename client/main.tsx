import './styles/main.css';
import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { matchClientRoute } from '#shared/routes.ts';
import { App } from './app/app.tsx';
import { shell } from './app/lazy-shell.ts';
import { reportErrors } from './app/report-errors.ts';
import { makeRouter } from './app/router.tsx';
import { preloadPath } from './app/screens.ts';
import { makeStore } from './store/make-store.ts';

const store = makeStore();
setupListeners(store.dispatch);

// Beside the profile load, not after it.
void preloadPath(location.pathname);
if (matchClientRoute(location.pathname)?.access === 'authenticated') void shell.preload().catch(() => undefined);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
// Only a gateway takes reports; in development there is a console.
const report = import.meta.env.PROD ? reportErrors() : undefined;
createRoot(root, {
  onCaughtError(error) {
    console.error(error);
    report?.(error);
  },
}).render(
  <StrictMode>
    <App store={store} router={makeRouter()} />
  </StrictMode>,
);
