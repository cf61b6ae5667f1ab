import { ErrorView } from './error-view.tsx';

/** The error route: for whoever was sent here, or came by hand. */
export function ErrorPage() {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorView code="oops" sentence="Something went wrong" />
    </main>
  );
}
