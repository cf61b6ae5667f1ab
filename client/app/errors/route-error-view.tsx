import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { copy } from '#client/lib/text/copy.ts';
import { ErrorView } from './error-view.tsx';

/**
 * Shows the error of a boundary: a router error by its status, anything else as a crash. Without an error it shows the
 * router's text for an unknown address.
 */
export function RouteErrorView({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const thrown = error ?? unknownAddress(pathname);
  const isUnknown = isRouteErrorResponse(thrown) && thrown.status === 404;
  const { code, sentence, detail, words } = isUnknown && /^\/share\//i.test(pathname) ? notPublic : explain(thrown);
  usePageTitle(sentence);
  return <ErrorView code={code} sentence={sentence} detail={detail} words={words} />;
}

interface Explained {
  code: string;
  sentence: string;
  detail?: string;
  words?: string;
}

/** A public page that was never published, is not any more, or never was: a visitor cannot tell which. */
const notPublic: Explained = {
  code: '404',
  sentence: 'This page is not public',
  words: 'Its owner has not published it, or the link is not complete. Members see more when they are logged in.',
};

const sentences: Record<number, string> = {
  400: 'This address does not make sense',
  404: copy.noRouteMatches,
  405: 'This cannot be done here',
};

function unknownAddress(path: string) {
  return { status: 404, statusText: 'Not Found', internal: true, data: `Error: No route matches URL "${path}"` };
}

function explain(error: unknown): Explained {
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
