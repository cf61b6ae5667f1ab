import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import EyeOff from 'lucide-react/icons/eye-off';
import Handshake from 'lucide-react/icons/handshake';
import Undo2 from 'lucide-react/icons/undo-2';
import { copy } from '#client/lib/text/copy.ts';
import { fullName } from '#client/lib/text/person.ts';
import { NoteField } from '#client/ui/form/note-field.tsx';
import type { Decision } from '#shared/api/requests.ts';
import type { FeedItem } from '#shared/api/users.ts';
import { type FailedDecision, unsaved } from '../use-decisions.ts';

export function Failure({
  failed,
  onRetry,
}: {
  failed: FailedDecision | undefined;
  onRetry: (status: Decision) => void;
}) {
  if (!failed) return null;
  return (
    <div className="mb-3 flex items-start gap-2 rounded-field border border-error p-3 text-small">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-error" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {unsaved(failed.status)} {failed.message}
      </p>
      {failed.mayRetry && (
        <button type="button" className="font-semibold underline" onClick={() => onRetry(failed.status)}>
          {copy.retry}
        </button>
      )}
    </div>
  );
}

/** The note that goes out with Interested, where the upstream takes notes. */
export interface CardNote {
  text: string;
  onChange: (text: string) => void;
}

/** Ignores the second click of a double click: it would decide on the next person, whose card the user has not seen. */
export function Decide({
  person,
  note,
  onDecide,
  large,
}: {
  person: FeedItem;
  note: CardNote | undefined;
  onDecide: (status: Decision) => void;
  large?: boolean;
}) {
  const name = fullName(person);
  return (
    <div className={`flex flex-wrap gap-2 *:px-3 sm:gap-3 ${large ? '*:min-h-12' : ''}`}>
      <button
        type="button"
        className="btn btn-outline flex-[1_1_5rem]"
        aria-label={`Ignore ${name}`}
        onClick={({ detail }) => detail < 2 && onDecide('ignored')}
      >
        <EyeOff size={16} strokeWidth={1.75} aria-hidden="true" />
        Ignore
      </button>
      <button
        type="button"
        className={`btn flex-[1.4_1_5rem] ${large ? 'btn-primary' : 'border-transparent bg-tint text-primary'}`}
        aria-label={`Interested in ${name}`}
        onClick={({ detail }) => detail < 2 && onDecide('interested')}
      >
        <Handshake size={16} strokeWidth={1.75} aria-hidden="true" />
        Interested
      </button>
      {note && <NoteField person={person} note={note.text} onChange={note.onChange} className="basis-full px-0!" />}
    </div>
  );
}

interface Props {
  /** The last decision in words: "Interested sent to Ana". */
  said: string | undefined;
  onUndo: (() => void) | undefined;
}

/** A line above the card, for the last decision. Keeps its height while empty, so that the card does not move. */
export function LastDecision({ said, onUndo }: Props) {
  return (
    <p className="mb-1 flex min-h-7 items-center gap-2 px-1 text-muted text-small">
      {said !== undefined && <span className="truncate">{said}</span>}
      {said !== undefined && onUndo && (
        <button
          type="button"
          className="inline-flex min-h-6 shrink-0 items-center gap-1 rounded-selector px-2 font-semibold text-primary hover:underline pointer-coarse:-my-2 pointer-coarse:min-h-11"
          onClick={onUndo}
        >
          <Undo2 size={14} strokeWidth={2} aria-hidden="true" />
          Undo
        </button>
      )}
    </p>
  );
}
