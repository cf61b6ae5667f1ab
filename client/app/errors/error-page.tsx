import { ErrorView } from './error-view.tsx';

export function ErrorPage() {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorView code="oops" sentence="Something went wrong" />
    </main>
  );
}
