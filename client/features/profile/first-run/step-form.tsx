import type { FormEvent, ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { OwnUser, ProfileEdit } from '#shared/api/users.ts';

export interface StepProps {
  user: OwnUser;
  isSaving: boolean;
  isLast: boolean;
  /** Saves what was chosen, and goes to the next step; without changes, the step is skipped. */
  onGoOn: (changes: ProfileEdit) => void;
}

/** The form of a step, with its two buttons. */
export function StepForm({
  isSaving,
  isLast,
  onSkip,
  onSave,
  children,
}: Pick<StepProps, 'isSaving' | 'isLast'> & { onSkip: () => void; onSave: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <form noValidate className="flex max-w-xl flex-col gap-4" onSubmit={submit}>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={isSaving}>
          {isLast ? 'Meet people' : 'Continue'}
        </Button>
        <Button look="quiet" aria-disabled={isSaving} onClick={() => !isSaving && onSkip()}>
          Skip
        </Button>
      </div>
    </form>
  );
}
