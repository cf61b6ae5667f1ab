import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readDraft, removeDraft, writeDraft } from '#client/device/drafts.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { type Fields, isFields, nameProblem, sameFields } from './project-fields.ts';
import type { Problem } from './project-form.tsx';

const autosaveMs = 500;

export interface ProjectDraft {
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  /** Whether there are unsaved changes. */
  dirty: boolean;
  /** When the restored draft was stored; undefined without one, or after it was discarded. */
  restoredAt: string | undefined;
  /** Resets the fields to the server's values and deletes the draft. */
  discard: () => void;
  /** The server's values, when they changed elsewhere and differ from the user's. */
  theirs: Fields | undefined;
  keepMine: () => void;
  loadTheirs: () => void;
  /** Call after a successful save: deletes the draft and clears `dirty`. */
  saved: () => void;
}

/**
 * The fields of a project form, stored as a draft 500 ms after typing. `server` holds the upstream's values and may
 * change while the form is open: an untouched form follows, in an edited one the user chooses.
 */
export function useProjectFields(userId: string, item: string, server: Fields): ProjectDraft {
  const [found] = useState(() => readDraft(userId, item, isFields));
  const draft = found && !sameFields(found.value, server) ? found : undefined;
  const [fields, setFields] = useState<Fields>(draft?.value ?? server);
  const [base, setBase] = useState<Fields>(draft?.base ?? server);
  const [restoredAt, setRestoredAt] = useState(draft?.savedAt);
  const [done, setDone] = useState(false);

  const changedElsewhere = !done && !sameFields(server, base);
  const untouched = sameFields(fields, base);
  if (changedElsewhere && (untouched || sameFields(fields, server))) {
    setBase(server);
    setFields(server);
  }
  const dirty = !done && !sameFields(fields, base);

  /** The draft that this tab has read or written last. Only that one is removed: another tab may have written a newer draft. */
  const stored = useRef(found?.value);
  const remove = useCallback(() => {
    const now = readDraft(userId, item, isFields);
    if (now && stored.current && sameFields(now.value, stored.current)) removeDraft(userId, item);
    stored.current = undefined;
  }, [userId, item]);
  const keep = useRef<() => void>(() => undefined);
  useEffect(() => {
    keep.current = () => {
      if (!dirty) return remove();
      stored.current = fields;
      writeDraft(userId, item, fields, base);
    };
    const timer = setTimeout(() => keep.current(), autosaveMs);
    return () => clearTimeout(timer);
  }, [userId, item, fields, base, dirty, remove]);

  useEffect(() => {
    const keepNow = () => keep.current();
    // Stores the last half second of typing before the tab is closed or frozen, or the screen is left.
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
      keepNow();
    };
  }, []);

  const change = useCallback((part: Partial<Fields>) => setFields((before) => ({ ...before, ...part })), []);
  const replaceBy = (next: Fields) => {
    setBase(next);
    setFields(next);
    setRestoredAt(undefined);
    remove();
    // If the screen is left before the next render, the discarded draft must not be stored again.
    keep.current = () => undefined;
  };
  return {
    fields,
    change,
    dirty,
    restoredAt,
    discard: () => replaceBy(server),
    theirs: changedElsewhere && !untouched && !sameFields(fields, server) ? server : undefined,
    keepMine: () => setBase(server),
    loadTheirs: () => replaceBy(server),
    saved: () => {
      remove();
      // Rendered now, so that the navigation that follows does not ask about unsaved changes.
      flushSync(() => setDone(true));
    },
  };
}

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
