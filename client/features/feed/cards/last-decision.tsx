import Undo2 from 'lucide-react/icons/undo-2';

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
