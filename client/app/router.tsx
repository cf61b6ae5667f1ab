import { Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { type Access, clientRoutes } from '#shared/routes.ts';
import { ErrorBoundary, PageErrorBoundary, ScreenErrorBoundary } from './errors/error-boundary.tsx';
import { AnonymousOnly, SignedInOnly } from './guards.tsx';
import { ScreenOnTheWay, ShowScreen } from './lazy-screen.tsx';
import { shell } from './lazy-shell.ts';
import { RootLayout } from './root-layout.tsx';
import { RouteFocus } from './route-focus.tsx';
import { screenNames, screens } from './screens.ts';
import { withViewTransitions } from './view-transitions.ts';

const screenTable: RouteObject[] = [
  { element: <AnonymousOnly />, children: screenRoutes('anonymous') },
  {
    element: (
      <SignedInOnly>
        <Suspense fallback={<ScreenOnTheWay screen={shell} />}>
          <ShowScreen screen={shell} />
        </Suspense>
      </SignedInOnly>
    ),
    children: screenRoutes('authenticated'),
  },
  ...screenRoutes('everyone'),
];

/**
 * The whole route table of shared/routes.ts under one root layout. For an unknown address the router throws a 404, which
 * it shows in the boundary of the outermost route; every other failure stays inside the root layout.
 */
export const routes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <ErrorBoundary />,
    children: [{ element: <RootLayout />, children: [{ errorElement: <PageErrorBoundary />, children: screenTable }] }],
  },
];

export function makeRouter() {
  return withViewTransitions(createBrowserRouter(routes));
}

function screenRoutes(access: Access): RouteObject[] {
  return screenNames
    .filter((name) => clientRoutes[name].access === access)
    .map((name) => {
      return {
        path: clientRoutes[name].path,
        element: (
          // With a key, each screen has a Suspense boundary of its own, which shows the spinner while its code loads.
          <Suspense key={name} fallback={<ScreenOnTheWay screen={screens[name]} />}>
            <RouteFocus title={screens[name].title} />
            <ShowScreen screen={screens[name]} />
          </Suspense>
        ),
        ...(access === 'authenticated' ? { errorElement: <ScreenErrorBoundary /> } : {}),
      };
    });
}
