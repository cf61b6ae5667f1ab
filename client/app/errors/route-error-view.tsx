import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { usePageTitle } from '#client/dom/page-title.ts';
import { copy } from '#client/text/copy.ts';
import { ErrorView } from './error-view.tsx';

/**
 * Shows the error of a boundary: a router error by its status, anything else as a crash. Without an error it shows the
 * router's own for an unknown address.
 */
export function RouteErrorView({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const { code, sentence, detail } = explain(error ?? unknownAddress(pathname));
  usePageTitle(sentence);
  return <ErrorView code={code} sentence={sentence} detail={detail} />;
}

const sentences: Record<number, string> = {
  400: 'This address does not make sense',
  404: copy.noRouteMatches,
  405: 'This cannot be done here',
};

function unknownAddress(path: string) {
  return { status: 404, statusText: 'Not Found', internal: true, data: `Error: No route matches URL "${path}"` };
}

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
