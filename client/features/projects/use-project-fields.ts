import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readDraft, removeDraft, writeDraft } from '#client/device/drafts.ts';
import { type Fields, isFields, sameFields } from './project-fields.ts';

const autosaveMs = 500;

export interface ProjectDraft {
  fields: Fields;
  change: (part: Partial<Fields>) => void;
  /** Whether something was typed that the server does not have. */
  dirty: boolean;
  /** When the draft that was found on this device was kept; undefined when there was none, or it was discarded. */
  restoredAt: string | undefined;
  /** Back to what the server has; the draft goes. */
  discard: () => void;
  /** What the server has now, when it is neither what the user began from nor what they typed. */
  theirs: Fields | undefined;
  keepMine: () => void;
  loadTheirs: () => void;
  /** After a confirmed save: the draft goes, and nothing is unsaved any more. */
  saved: () => void;
}

/**
 * The fields of a project form, kept on this device 500 ms after typing. `server` is what the upstream has: it may
 * change while the form is open. Where the user has typed nothing, the form follows; else they are asked.
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

  const keep = useRef<() => void>(() => undefined);
  useEffect(() => {
    keep.current = () => {
      if (dirty) writeDraft(userId, item, fields, base);
      else removeDraft(userId, item);
    };
    const timer = setTimeout(() => keep.current(), autosaveMs);
    return () => clearTimeout(timer);
  }, [userId, item, fields, base, dirty]);

  useEffect(() => {
    const keepNow = () => keep.current();
    // The last half second counts too: a closed tab, a phone that puts the page to sleep, a click on a link.
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
    removeDraft(userId, item);
    // Should the screen be left before the next render: what was discarded stays discarded.
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
      removeDraft(userId, item);
      // At once: the navigation that follows must not be asked about unsaved work.
      flushSync(() => setDone(true));
    },
  };
}
