import type { Root } from 'react-dom/client';
import type { Navigation } from '#client/dom/navigation.tsx';
import type { AppStore } from '#client/store/make-open-store.ts';
import { addCalls } from '#client/store/make-store.ts';
import { clientRoutes, to } from '#shared/routes.ts';
import { noteFirstPath } from '../route-focus.tsx';
import { makeRouter } from '../router.tsx';
import { codeOf, showApp } from '../start/show-app.tsx';
import type { OpenScreen } from './open-screens.ts';

/** Replaces a page that came pre-rendered by the app at another address. */
export async function enterApp(
  root: Root,
  store: AppStore,
  [path, options]: Parameters<Navigation['go']>,
): Promise<ReturnType<typeof makeRouter>> {
  await codeOf(path);
  addCalls(store);
  noteFirstPath(location.pathname);
  const router = makeRouter();
  await router.navigate(path, options);
  showApp(root, store, router);
  return router;
}

/** Loads the code of the screen that probably comes next. */
export async function preloadNext(name: OpenScreen): Promise<void> {
  await codeOf(name === 'login' ? to.feed() : clientRoutes.login.path);
}
