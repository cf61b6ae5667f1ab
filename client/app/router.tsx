import { Suspense } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { copy } from '#client/text/copy.ts';
import { FullScreenSpinner } from '#client/ui/spinner.tsx';
import { type Access, clientRoutes } from '#shared/routes.ts';
import { ErrorBoundary, ScreenErrorBoundary } from './errors/error-boundary.tsx';
import { NoRoute } from './errors/no-route.tsx';
import { AnonymousOnly, SignedInOnly } from './guards.tsx';
import { ShowScreen } from './lazy-screen.tsx';
import { shell } from './lazy-shell.ts';
import { RootLayout } from './root-layout.tsx';
import { RouteFocus } from './route-focus.tsx';
import { screenNames, screens } from './screens.ts';

/** The whole route table of shared/routes.ts under one root layout. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorBoundary />,
    children: [
      { element: <AnonymousOnly />, children: screenRoutes('anonymous') },
      {
        element: (
          <SignedInOnly>
            <Suspense fallback={<FullScreenSpinner />}>
              <ShowScreen screen={shell} />
            </Suspense>
          </SignedInOnly>
        ),
        children: screenRoutes('authenticated'),
      },
      ...screenRoutes('everyone'),
      {
        path: '*',
        element: (
          <>
            <RouteFocus title={copy.noRouteMatches} />
            <NoRoute />
          </>
        ),
      },
    ],
  },
];

export function makeRouter() {
  return createBrowserRouter(routes);
}

function screenRoutes(access: Access): RouteObject[] {
  return screenNames
    .filter((name) => clientRoutes[name].access === access)
    .map((name) => {
      return {
        path: clientRoutes[name].path,
        element: (
          // The key makes each screen its own boundary: the spinner shows while its code loads.
          <Suspense key={name} fallback={<FullScreenSpinner />}>
            <RouteFocus title={screens[name].title} />
            <ShowScreen screen={screens[name]} />
          </Suspense>
        ),
        ...(access === 'authenticated' ? { errorElement: <ScreenErrorBoundary /> } : {}),
      };
    });
}
