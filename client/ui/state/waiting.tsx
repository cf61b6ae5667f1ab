import type { ReactNode } from 'react';
import { useSlow } from '#client/lib/dom/use-later.ts';
import { copy } from '#client/lib/text/copy.ts';

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

interface Props {
  pending: boolean;
  /** Without waiting for eight seconds: an attempt has failed already. */
  now?: boolean;
  onStop: () => void;
  /** A further action beside Stop. */
  children?: ReactNode;
}

/** Appears when a call of a form has been pending for eight seconds. The call goes on until the user stops it. */
export function StillTrying({ pending, now = false, onStop, children }: Props) {
  const slow = useSlow(pending);
  return (
    <div role="status" className="text-small empty:hidden">
      {(slow || now) && (
        <div className="flex flex-wrap items-center gap-x-2">
          {copy.stillTrying}
          {children}
          <button type="button" className="btn btn-ghost btn-sm" onClick={onStop}>
            {copy.stop}
          </button>
        </div>
      )}
    </div>
  );
}
