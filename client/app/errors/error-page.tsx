import { BareMain } from './bare-main.tsx';
import { ErrorView } from './error-view.tsx';

export function ErrorPage() {
  return (
    <BareMain>
      <ErrorView code="oops" sentence="Something went wrong" />
    </BareMain>
  );
}
