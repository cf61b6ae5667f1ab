import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { readDraft, removeDraft, writeDraft } from '#client/lib/device/drafts.ts';
import { type ApiForm, useApiForm } from '#client/ui/form/api-form.ts';
import { type Fields, isFields, nameProblem, sameFields } from './project-fields.ts';

const autosaveMs = 500;

export interface ProjectDraft extends ApiForm<Fields> {
  fields: Fields;
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
  /** The list of the problems of a refused save. */
  summary: RefObject<HTMLDivElement | null>;
}

/**
 * The form of a project, stored as a draft 500 ms after typing. `server` holds the upstream's values and may change while
 * the form is open: an untouched form follows, in an edited one the user chooses. `send` saves the fields, or leaves them
 * where a change made elsewhere must be looked at first.
 */
export function useProjectForm(
  userId: string,
  item: string,
  server: Fields,
  send: (fields: Fields) => Promise<unknown>,
): ProjectDraft {
  const [found] = useState(() => readDraft(userId, item, isFields));
  const draft = found && !sameFields(found.value, server) ? found : undefined;
  const summary = useRef<HTMLDivElement>(null);
  const form = useApiForm<Fields>({
    defaultValues: draft?.value ?? server,
    problemsOf: ({ projectName }) => {
      const problem = nameProblem(projectName);
      return problem === undefined ? {} : { projectName: problem };
    },
    send,
    onRefused: () => (summary.current ? summary.current.focus() : form.setFocus('projectName')),
  });
  const fields = useWatch({ control: form.control, compute: (values: Fields) => values });
  const [base, setBase] = useState<Fields>(draft?.base ?? server);
  const [restoredAt, setRestoredAt] = useState(draft?.savedAt);
  const [done, setDone] = useState(false);

  const changedElsewhere = !done && !sameFields(server, base);
  const untouched = sameFields(fields, base);
  const isTheSame = sameFields(fields, server);
  const follow = useEffectEvent(() => {
    setBase(server);
    form.reset(server);
  });
  const follows = changedElsewhere && (untouched || isTheSame);
  useEffect(() => {
    if (follows) follow();
  }, [follows]);
  const dirty = !done && !untouched;

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

  const replaceBy = (next: Fields) => {
    setBase(next);
    form.reset(next);
    setRestoredAt(undefined);
    remove();
    // If the screen is left before the next render, the discarded draft must not be stored again.
    keep.current = () => undefined;
  };
  return {
    ...form,
    fields,
    dirty,
    summary,
    restoredAt,
    discard: () => replaceBy(server),
    theirs: changedElsewhere && !untouched && !isTheSame ? server : undefined,
    keepMine: () => setBase(server),
    loadTheirs: () => replaceBy(server),
    saved: () => {
      remove();
      // Rendered now, so that the navigation that follows does not ask about unsaved changes.
      flushSync(() => setDone(true));
    },
  };
}
