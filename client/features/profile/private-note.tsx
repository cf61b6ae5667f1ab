import { useState } from 'react';
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { TextAreaField } from '#client/ui/text-area-field.tsx';
import type { User } from '#shared/api/users.ts';

interface Props {
  person: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const longest = 500;

/** A note that never leaves this device. Shown whenever there is one. */
export function PrivateNote({ person, open, onOpenChange }: Props) {
  const own = useOwnUser();
  const name = `note:${person._id}`;
  const [saved, setSaved] = useState(() => readStored<string>(own._id, name) ?? '');
  const [text, setText] = useState(saved);
  if (!open && saved === '') return null;

  const save = () => {
    const note = text.trim();
    if (note === '') removeStored(own._id, name);
    else writeStored(own._id, name, note);
    setSaved(note);
    onOpenChange(false);
  };
  return (
    <section aria-labelledby="private-note" className="card gutter p-4" data-relation="mine">
      <h2 id="private-note" className="text-h3">
        Private note
      </h2>
      <p className="mb-2 text-muted text-small">Only you, only this device.</p>
      {open ? (
        <>
          <TextAreaField
            label={`About ${person.firstName}`}
            rows={3}
            maxLength={longest}
            dir="auto"
            value={text}
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
            <Button look="quiet" onClick={() => onOpenChange(true)}>
              Edit note
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
