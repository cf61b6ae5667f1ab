import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { RouteFocus } from '#client/app/root-frame.tsx';
import { copy } from '#client/lib/text/copy.ts';
import { RootFrame } from '../root-frame.tsx';
import { RootLayout } from '../root-layout.tsx';
import { BareMain, ErrorFrame } from './error-frame.tsx';

// Loaded on demand, because most visits see no error. Where loading fails, a plain view is shown.
const RouteErrorView = lazy(() =>
  import('./route-error-view.tsx').then(
    (m) => ({ default: m.RouteErrorView }),
    () => ({ default: PlainErrorView }),
  ),
);

/**
 * The boundary of the outermost route. It shows the router's 404 for an unknown address, and a crash of the root layout,
 * which must not be rendered again.
 */
export function ErrorBoundary() {
  const isOfRouter = isRouteErrorResponse(useRouteError());
  if (!isOfRouter)
    return (
      <RootFrame>
        <PageErrorBoundary />
      </RootFrame>
    );
  return (
    <RootLayout>
      <UnknownAddress />
    </RootLayout>
  );
}

/** The page for an unknown address, inside the root layout; also for a known one that the user must not find. */
export function UnknownAddress() {
  return <PageErrorBoundary title={copy.noRouteMatches} />;
}

/** Inside the root layout: the router's 405 and 400, and a crash of a page that has no shell, or of the shell. */
export function PageErrorBoundary({ title }: { title?: string }) {
  const error = useRouteError();
  // The frame may be what has crashed, and is not rendered again.
  const Frame = title !== undefined || isRouteErrorResponse(error) ? ErrorFrame : BareMain;
  return (
    <Frame>
      {title !== undefined && <RouteFocus title={title} />}
      <ScreenErrorBoundary />
    </Frame>
  );
}

/** Inside the shell, so that a crash in one screen keeps the navigation alive. */
export function ScreenErrorBoundary() {
  const error = useRouteError();
  return (
    <Suspense>
      <RouteErrorView error={error} />
    </Suspense>
  );
}

function PlainErrorView(_props: { error: unknown }) {
  return (
    <>
      <h1>This page could not be shown</h1>
      <a href="/">Go to the start page</a>
    </>
  );
}
