import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { usePageTitle } from '#client/dom/page-title.ts';
import { copy } from '#client/text/copy.ts';
import { RootFrame, RootLayout } from '../root-layout.tsx';
import { RouteFocus } from '../route-focus.tsx';
import { ErrorView } from './error-view.tsx';

/**
 * The default error boundary, of the outermost route: the router's 404 for an unknown address, and a crash of the root
 * layout itself, which it must not render again.
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
      <RouteFocus title={copy.noRouteMatches} />
      <PageErrorBoundary />
    </RootLayout>
  );
}

/** Inside the root layout: the router's 405 and 400, and a crash of a page that has no shell. */
export function PageErrorBoundary() {
  return (
    <main id="main" tabIndex={-1}>
      <ScreenErrorBoundary />
    </main>
  );
}

/** Inside the shell, so that a crash in one screen keeps the navigation alive. */
export function ScreenErrorBoundary() {
  const { code, sentence, detail } = explain(useRouteError());
  usePageTitle(sentence);
  return <ErrorView code={code} sentence={sentence} detail={detail} />;
}

const sentences: Record<number, string> = {
  400: 'This address does not make sense',
  404: copy.noRouteMatches,
  405: 'This cannot be done here',
};

function explain(error: unknown): { code: string; sentence: string; detail: string } {
  if (isRouteErrorResponse(error)) {
    return {
      code: String(error.status),
      sentence: sentences[error.status] ?? 'This page could not be shown',
      detail: typeof error.data === 'string' ? error.data : error.statusText,
    };
  }
  return {
    code: 'crash',
    sentence: 'Something on this page broke',
    detail: error instanceof Error ? error.message : String(error),
  };
}
