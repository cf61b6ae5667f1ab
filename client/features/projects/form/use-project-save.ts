import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { type Fields, nameProblem } from './project-fields.ts';
import type { Problem } from './save-problem.tsx';
import type { ProjectDraft } from './use-project-fields.ts';

interface Props {
  draft: ProjectDraft;
  /** True once saved; false when a change made elsewhere must be looked at first. Rejects with the call's error. */
  onSave: (fields: Fields) => Promise<boolean>;
  // One of these gets the focus when the project cannot be saved.
  name: RefObject<HTMLElement | null>;
  summary: RefObject<HTMLElement | null>;
  conflict: RefObject<HTMLElement | null>;
}

/** Saves the draft once per press, and moves the focus to the reason when it cannot. */
export function useProjectSave({ draft, onSave, name, summary, conflict }: Props) {
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  const save = async () => {
    if (saving) return;
    if (draft.theirs) {
      // Saving now would overwrite the changes made elsewhere before the user has chosen in the notice.
      conflict.current?.focus();
      return;
    }
    const missing = nameProblem(draft.fields.projectName);
    if (missing !== undefined) {
      setProblem({ fields: { projectName: missing } });
      name.current?.focus();
      return;
    }
    setSaving(true);
    setProblem(undefined);
    try {
      // After a save the page navigates away: `saving` stays true until then, so that a second press does nothing.
      if (!(await onSave(draft.fields))) setSaving(false);
    } catch (error) {
      const failed: Problem = {
        message: errorMessage(error),
        ...(isApiError(error) && error.fields ? { fields: error.fields } : {}),
      };
      // Rendered now: the focus can only go to a summary that is there.
      flushSync(() => {
        setSaving(false);
        setProblem(failed);
      });
      summary.current?.focus();
    }
  };
  return { save, saving, problem, clearProblem: () => setProblem(undefined) };
}
