import { copy } from '#client/text/copy.ts';

export function Spinner() {
  return <span className="spinner spinner-small" aria-hidden="true" />;
}

/** The same markup as in index.html, so that the first render changes nothing on screen. */
export function FullScreenSpinner() {
  return (
    <div className="full-screen-spinner" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{copy.loading}</span>
    </div>
  );
}
