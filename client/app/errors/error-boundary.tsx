import { Component, lazy, type ReactNode, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { copy } from '#client/lib/text/copy.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Wordmark } from '#client/ui/open-page.tsx';
import { LoadingScreen } from '../loading-screen.tsx';
import { OpenFrame } from '../open-frame.tsx';
import { FramedScreen, RootFrame, RouteFocus } from '../root-frame.tsx';
import { RootLayout } from '../root-layout.tsx';
import { shell } from '../shell-code.ts';

const Shell = lazy(async () => ({ default: await shell.open() }));

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

/** Around an error page: for a signed-in user the navigation of every other screen, for a visitor the wordmark. */
export function ErrorFrame({ children }: { children: ReactNode }) {
  const isSignedIn = useAppSelector(({ auth }) => auth.user !== null && auth.authenticated);
  const bare = <BareMain>{children}</BareMain>;
  if (!isSignedIn) return <OpenFrame>{bare}</OpenFrame>;
  return (
    <UnlessItCrashes instead={bare}>
      <Suspense fallback={<LoadingScreen />}>
        <FramedScreen value={children}>
          <Shell />
        </FramedScreen>
      </Suspense>
    </UnlessItCrashes>
  );
}

/** The main part of a page that has no navigation around it. */
function BareMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      <div className="gutter-x mx-auto w-full max-w-reading pt-6">
        <Wordmark />
      </div>
      {children}
    </main>
  );
}

/** The router's boundary, which shows the error page, cannot catch a crash of the frame around it. */
class UnlessItCrashes extends Component<{ instead: ReactNode; children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };
  static getDerivedStateFromError = () => ({ hasCrashed: true });
  override render() {
    return this.state.hasCrashed ? this.props.instead : this.props.children;
  }
}
