import { type ComponentType, lazy, Suspense } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, Outlet, type RouteObject } from 'react-router-dom';
import { keepFirstFailures } from '#client/store/api/base-query/first-failures.ts';
import { loadCapabilities } from '#client/store/api/capabilities.ts';
import { beginProfileLoad } from '#client/store/api/profile-load.ts';
import type { FirstCalls } from '#client/store/first-calls.ts';
import type { AppStore } from '#client/store/make-store.ts';
import type { FirstPictures } from '#client/ui/picture/first-pictures.ts';
import { type Access, type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { CodeOnTheWay, FirstScreenOnTheWay, UntilNextScreen } from './coming-screen.tsx';
import { ErrorBoundary, PageErrorBoundary, ScreenErrorBoundary } from './errors/error-boundary.tsx';
import { ErrorFrame } from './errors/error-frame.tsx';
import { AnonymousOnly, SignedInOnly } from './guards.tsx';
import { OpenFrame } from './open-frame.tsx';
import { RootLayout } from './root-layout.tsx';
import { RouteFocus } from './route-focus.tsx';
import type { ScreenCode } from './screen-code.ts';
import { screenNames, screens } from './screen-table.ts';
import { shell } from './shell-code.ts';
import { withViewTransitions } from './view-transitions.ts';

const untilNextScreen = (
  <UntilNextScreen framedByShell>
    <Outlet />
  </UntilNextScreen>
);

const framedError = (
  <ErrorFrame>
    <Outlet />
  </ErrorFrame>
);

const isErrorPage = ({ path }: RouteObject) => path === clientRoutes.error.path;

/** Receives the first calls of each opened screen, which end with the pictures that the screen shows first. */
type OnFirstCalls = (answers: Promise<FirstPictures | undefined>) => void;

/**
 * The whole route table of shared/routes.ts under one root layout. For an unknown address the router throws a 404, which
 * it shows in the boundary of the outermost route; every other failure stays inside the root layout.
 */
export function makeRoutes(store: AppStore, onFirstCalls?: OnFirstCalls): RouteObject[] {
  const screensFor = (access: Access) => screenRoutes(access, store, onFirstCalls);
  const open = screensFor('everyone');
  const table: RouteObject[] = [
    { element: <AnonymousOnly />, children: screensFor('anonymous') },
    {
      element: <SignedInOnly />,
      children: [
        {
          lazy: { Component: shell.open },
          // The frame stays while the code of the next screen is on its way.
          children: [{ element: untilNextScreen, children: screensFor('authenticated') }],
        },
      ],
    },
    { element: <OpenFrame />, children: open.filter((route) => !isErrorPage(route)) },
    { element: framedError, children: open.filter(isErrorPage) },
  ];
  const page: RouteObject = {
    errorElement: <PageErrorBoundary />,
    hydrateFallbackElement: <FirstScreenOnTheWay />,
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

export function makeRouter(store: AppStore, onFirstCalls?: OnFirstCalls) {
  return withViewTransitions(createBrowserRouter(makeRoutes(store, onFirstCalls)));
}

function screenRoutes(access: Access, store: AppStore, onFirstCalls?: OnFirstCalls): RouteObject[] {
  return screenNames
    .filter((name) => clientRoutes[name].access === access)
    .map((name): RouteObject => {
      const { title, open, firstCalls } = screens[name];
      const { path, role }: ClientRoute = clientRoutes[name];
      const load = async () => withFocus(title, await open());
      const route = role ? { path, Component: onceAllowed(screens[name], load) } : { path, lazy: { Component: load } };
      if (access !== 'authenticated') return route;
      return {
        ...route,
        errorElement: <ScreenErrorBoundary />,
        // Beside `lazy`, so that the two run together. The router does not wait for the answers: the screen's queries do.
        loader: ({ request, params }) => {
          // Where their code cannot be fetched, the screen's queries make the calls.
          const answers = makeFirstCalls(store, firstCalls, { request, params }).catch(() => undefined);
          onFirstCalls?.(answers);
          return null;
        },
        // A change of the search parameters, such as another tab, asks for what it needs itself.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      };
    });
}

/** Makes the first calls of a screen once the profile load has found a user: the screens behind the login are theirs. */
async function makeFirstCalls(
  store: AppStore,
  load: (() => Promise<FirstCalls>) | undefined,
  { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>,
): Promise<FirstPictures | undefined> {
  const isStart = store.getState().auth.user === null;
  const [call] = await Promise.all([
    load?.(),
    isStart && store.dispatch(beginProfileLoad()),
    // Every screen behind the login needs them.
    isStart && loadCapabilities(store),
  ]);
  if (store.getState().auth.user === null) return undefined;
  const [id = ''] = Object.values(params);
  const pictures = await call?.(store, { id, query: new URL(request.url).searchParams });
  store.dispatch(keepFirstFailures());
  return pictures;
}

/**
 * A screen that needs a role. Its code comes when the guard shows it, not with the navigation: to users without the role
 * the address is unknown, and none of its code is loaded.
 */
function onceAllowed(code: ScreenCode, load: () => Promise<ComponentType>): ComponentType {
  const Screen = lazy(async () => ({ default: await load() }));
  return () => (
    <Suspense fallback={<CodeOnTheWay missing={[code]} />}>
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
