import { useEffect, useRef, useState } from 'react';
import { textOrEmpty } from '#client/device/schemas.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { userKey } from '#client/device/user-storage.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsavedGuard } from '#client/ui/dialog/unsaved-guard.tsx';
import { TextAreaField } from '#client/ui/form/text-area-field.tsx';
import type { User } from '#shared/api/users.ts';

interface Props {
  person: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const longest = 500;

/** A note about a person that is stored only on this device. Shown when there is one or `open` is set. */
export function PrivateNote({ person, open, onOpenChange }: Props) {
  const own = useOwnUser();
  const stored = storedValue(userKey(own._id, `note:${person._id}`), textOrEmpty);
  const [saved, setSaved] = useState(stored.read);
  const [text, setText] = useState(saved);
  const [failed, setFailed] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current === open) return;
    wasOpen.current = open;
    if (open) area.current?.focus();
    // Without a note this section disappears, so the heading takes the focus.
    else (edit.current ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [open]);
  if (!open && saved === '') return null;

  const save = () => {
    const note = text.trim();
    if (note === '') stored.remove();
    else if (!stored.write(note)) {
      setFailed(true);
      return area.current?.focus();
    }
    setFailed(false);
    setSaved(note);
    setText(note);
    onOpenChange(false);
  };
  return (
    <section aria-labelledby="private-note" className="card p-4 print:hidden">
      <UnsavedGuard dirty={open && text.trim() !== saved}>Your note is not saved.</UnsavedGuard>
      <h2 id="private-note" className="text-h3">
        Private note
      </h2>
      <p className="mb-2 text-muted text-small">Only you, only this device.</p>
      {open ? (
        <>
          <TextAreaField
            ref={area}
            label={`About ${person.firstName}`}
            rows={3}
            maxLength={longest}
            dir="auto"
            value={text}
            error={
              failed ? 'This device could not keep the note. Copy it, or free some space and save again.' : undefined
            }
            onChange={(event) => setText(event.target.value)}
          />
          <div className="mt-3 flex gap-2">
            <Button look="primary" onClick={save}>
              Save note
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                setText(saved);
                setFailed(false);
                onOpenChange(false);
              }}
            >
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="whitespace-pre-line" dir="auto">
            {saved}
          </p>
          <div className="mt-2">
            <Button ref={edit} look="quiet" onClick={() => onOpenChange(true)}>
              Edit note
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
