import { ErrorView } from './error-view.tsx';

export function ErrorPage() {
  return <ErrorView code="oops" sentence="Something went wrong" />;
}
