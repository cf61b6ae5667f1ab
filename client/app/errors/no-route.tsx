import { useLocation } from 'react-router-dom';
import { copy } from '#client/text/copy.ts';
import { ErrorView } from './error-view.tsx';

/**
 * The router's own 404, shown inside the root layout: past the loading gate, so that it knows who is there and offers
 * the right way out.
 */
export function NoRoute() {
  const { pathname } = useLocation();
  return (
    <main id="main" tabIndex={-1}>
      <ErrorView code="404" sentence={copy.noRouteMatches} detail={`Error: ${copy.noRouteMatches} "${pathname}"`} />
    </main>
  );
}
