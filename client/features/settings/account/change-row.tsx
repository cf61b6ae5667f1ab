import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { useFoldedForm } from './use-folded-form.ts';

interface Props {
  folded: ReturnType<typeof useFoldedForm>;
  /** What the button changes, for those who hear it without the card: "your password". */
  what: string;
  /** What is said of it, folded or not. */
  children: ReactNode;
}

/** What stands in a settings card, and beside it the button that unfolds the form. */
export function ChangeRow({ folded, what, children }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-40 text-muted">{children}</p>
      {!folded.isOpen && (
        <Button ref={folded.button} aria-label={`Change ${what}`} onClick={folded.unfold}>
          Change
        </Button>
      )}
    </div>
  );
}
