import { Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { FullScreenSpinner } from '#client/ui/spinner.tsx';
import { type Access, clientRoutes } from '#shared/routes.ts';
import { ErrorBoundary, PageErrorBoundary, ScreenErrorBoundary } from './errors/error-boundary.tsx';
import { AnonymousOnly, SignedInOnly } from './guards.tsx';
import { ShowScreen } from './lazy-screen.tsx';
import { shell } from './lazy-shell.ts';
import { RootLayout } from './root-layout.tsx';
import { RouteFocus } from './route-focus.tsx';
import { screenNames, screens } from './screens.ts';

const screenTable: RouteObject[] = [
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
