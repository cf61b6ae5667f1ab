import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import { useState } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import type { User } from '#shared/api/users.ts';
import { lengthOf, limits } from '#shared/limits.ts';
import { TextAreaField } from './field.tsx';

interface Props {
  person: Pick<User, '_id' | 'firstName'>;
  note: string;
  onChange: (note: string) => void;
  /** Asked for elsewhere: the field is there from the first, with the focus. */
  isOpen?: boolean;
  className?: string;
}

/** One press away: a few words that go out with Interested. */
export function NoteField({ person, note, onChange, isOpen: opens = false, className }: Props) {
  const [isAsked, setAsked] = useState(opens);
  const length = lengthOf(note);
  const isOpen = isAsked || note !== '';
  if (!isOpen)
    return (
      <button
        type="button"
        className={classNames('btn btn-ghost btn-sm text-primary', className)}
        aria-label={`Add a note to ${person.firstName}`}
        onClick={() => setAsked(true)}
      >
        <MessageSquarePlus size={16} strokeWidth={1.75} aria-hidden="true" />
        Add a note
      </button>
    );
  return (
    <div className={className}>
      <TextAreaField
        label={`Note to ${person.firstName}`}
        hint={`Goes out with Interested. ${length} of ${limits.requestNote.max} characters.`}
        rows={2}
        dir="auto"
        autoFocus={isAsked}
        // The browser counts UTF-16 units.
        maxLength={limits.requestNote.max + note.length - length}
        className="w-full"
        value={note}
        onChange={(event) => {
          // The field stays while it is emptied.
          setAsked(true);
          onChange(event.target.value);
        }}
      />
    </div>
  );
}
