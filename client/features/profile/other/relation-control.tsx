import { useRef, useState } from 'react';
import { useKeptFocus } from '#client/dom/focus/use-kept-focus.ts';
import { useOnline } from '#client/dom/use-online.ts';
import type { RelationWith } from '#client/store/api/relations/use-relation.ts';
import { useButtonFlag } from '#client/store/use-button-flag.ts';
import { NoteField } from '#client/ui/form/note-field.tsx';
import { RelationButtons } from '#client/ui/person/relation-buttons.tsx';
import type { User } from '#shared/api/users.ts';

interface Props {
  person: User;
  relationWith: RelationWith;
  /** Whether a note goes out with Interested; the menu beside the buttons asks for it. */
  withNote: boolean;
}

/** The buttons that change the relation to this person. */
export function RelationControl({ person, relationWith, withNote }: Props) {
  const { relation, isKnown, canWithdraw, pending, act } = relationWith;
  const online = useOnline();
  const [note, setNote] = useState('');
  // A decision offline could not be sent, and one before the relation is known could be the wrong one.
  const hidesButtons = useButtonFlag('hideButton', !isKnown || !online);
  const control = useRef<HTMLDivElement>(null);
  const { pressed } = useKeptFocus(control, relation);
  // In their place, so that what is beside and below does not move when they come.
  if (hidesButtons) return <div className="min-h-10 flex-1" />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      ref={control}
      role="group"
      tabIndex={-1}
      aria-label={`You and ${person.firstName}`}
      className="flex flex-1 flex-wrap items-center gap-2 lg:justify-end max-sm:*:[.btn]:flex-1"
    >
      <RelationButtons
        person={person}
        relation={relation}
        canWithdraw={canWithdraw}
        pending={pending}
        onAct={(action) => {
          pressed();
          void act(action, action === 'interested' ? note : undefined);
        }}
      />
      {withNote && (
        <NoteField person={person} note={note} onChange={setNote} isOpen className="basis-full lg:max-w-76" />
      )}
    </div>
  );
}
