import { type ComponentType, lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom';
import { beginProfileLoad } from '#client/api/auth-api.ts';
import { RouteFocus } from '#client/app/root-frame.tsx';
import type { AppStore } from '#client/state/make-store.ts';
import { type Access, type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { ErrorBoundary, ErrorFrame, PageErrorBoundary, ScreenErrorBoundary } from './errors/error-boundary.tsx';
import { AnonymousOnly, SignedInOnly } from './guards.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { OpenFrame } from './open-frame.tsx';
import { RootLayout } from './root-layout.tsx';
import type { FirstCalls } from './screen-loaders.ts';
import { screenNames, screens } from './screen-table.ts';
import { shell } from './shell-code.ts';

const framedError = (
  <ErrorFrame>
    <Outlet />
  </ErrorFrame>
);

const isErrorPage = ({ path }: RouteObject) => path === clientRoutes.error.path;

/**
 * The whole route table of shared/routes.ts under one root layout. For an unknown address the router throws a 404, which
 * it shows in the boundary of the outermost route; every other failure stays inside the root layout.
 */
export function makeRoutes(store: AppStore): RouteObject[] {
  const screensFor = (access: Access) => screenRoutes(access, store);
  const open = screensFor('everyone');
  const table: RouteObject[] = [
    { element: <AnonymousOnly />, children: screensFor('anonymous') },
    {
      element: <SignedInOnly />,
      children: [{ lazy: { Component: shell.open }, children: screensFor('authenticated') }],
    },
    { element: <OpenFrame />, children: open.filter((route) => !isErrorPage(route)) },
    { element: framedError, children: open.filter(isErrorPage) },
  ];
  const page: RouteObject = {
    errorElement: <PageErrorBoundary />,
    hydrateFallbackElement: <LoadingScreen />,
    children: table,
  };
  return [
    {
      element: <Outlet />,
      errorElement: <ErrorBoundary />,
      children: [{ element: <RootLayout />, children: [page] }],
    },
  ];
}

type Router = ReturnType<typeof createBrowserRouter>;

export function makeRouter(store: AppStore): Router {
  return createBrowserRouter(makeRoutes(store));
}

export function App({ store, router }: { store: AppStore; router: Router }) {
  return (
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  );
}

/** Resolves once the router has the code of the screen that it was opened at. */
export function codeIsHere(router: Pick<Router, 'state' | 'subscribe'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (router.state.initialized) resolve();
  return promise.finally(router.subscribe(({ initialized }) => initialized && resolve()));
}

function screenRoutes(access: Access, store: AppStore): RouteObject[] {
  return screenNames
    .filter((name) => clientRoutes[name].access === access)
    .map((name): RouteObject => {
      const { title, code, calls } = screens[name];
      const { path, role }: ClientRoute = clientRoutes[name];
      const open = async () => withFocus(title, await code.open());
      return {
        path,
        ...(role ? { Component: onceAllowed(open) } : { lazy: { Component: open } }),
        ...(access === 'authenticated' && { errorElement: <ScreenErrorBoundary /> }),
        ...(calls && {
          lazy: { Component: open, loader: async () => loaderOf(store, await calls.open()) },
          // A change of the search parameters, such as another tab, asks for what it needs itself.
          shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
        }),
      };
    });
}

/** A loader that makes the first calls of a screen, once the profile load has found a user, and waits for none of them. */
function loaderOf(store: AppStore, firstCalls: FirstCalls) {
  const begin = async ({ request, params }: LoaderFunctionArgs) => {
    const isSignedIn = () => store.getState().auth.user !== null;
    if (!isSignedIn()) await store.dispatch(beginProfileLoad());
    if (!isSignedIn()) return;
    const [id = ''] = Object.values(params);
    const calls = firstCalls({ id, query: new URL(request.url).searchParams }, store.getState());
    for (const call of calls) void store.dispatch(call);
  };
  return (args: LoaderFunctionArgs) => {
    void begin(args);
    return null;
  };
}

/**
 * A screen that needs a role. Its code comes when the guard shows it, not with the navigation: to users without the role
 * the address is unknown, and none of its code is loaded.
 */
function onceAllowed(load: () => Promise<ComponentType>): ComponentType {
  const Screen = lazy(async () => ({ default: await load() }));
  return () => (
    <Suspense fallback={<LoadingScreen />}>
      <Screen />
    </Suspense>
  );
}

function withFocus(title: string, Screen: ComponentType): ComponentType {
  return () => (
    <>
      <RouteFocus title={title} />
      <Screen />
    </>
  );
}
