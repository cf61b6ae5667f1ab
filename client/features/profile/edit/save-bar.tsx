import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { type Ref, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';

interface Props {
  dirty: boolean;
  pending: boolean;
  /** Why the last save failed, where no field is to blame. */
  failure: string | undefined;
  failureRef: Ref<HTMLDivElement>;
}

export function SaveBar({ dirty, pending, failure, failureRef }: Props) {
  const saveButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={saveButton} type="submit" look="primary" pending={pending}>
          Save
        </Button>
        <span className="text-small text-muted">{dirty ? 'Not saved yet' : 'Nothing to save'}</span>
      </div>
      {failure !== undefined && (
        <div ref={failureRef} role="alert" className="flex items-start gap-2 text-error text-small">
          <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
          <p>
            Not saved. {failure}{' '}
            <button
              type="submit"
              className="font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
              // This button disappears while the form is sent again, and would take the focus with it.
              onClick={() => saveButton.current?.focus()}
            >
              Try again
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
