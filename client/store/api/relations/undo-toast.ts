import { toast } from 'sonner';
import type { AppDispatch } from '#client/store/make-store.ts';
import { personConnected } from '#client/store/slices/steps-slice.ts';

/** A toast with an action stays longer, so that there is time to reach the action. */
const actionToastMs = 8000;
const toastId = (personId: string) => `undo-${personId}`;

/** Shows a toast about a decision, with Undo. One toast a person: a newer decision replaces the older toast. */
export function offerUndo(personId: string, sentence: string, undo: () => void): void {
  toast(sentence, { id: toastId(personId), duration: actionToastMs, action: { label: 'Undo', onClick: undo } });
}

export function dismissUndo(personId: string): void {
  toast.dismiss(toastId(personId));
}

/** The other person has accepted: the decision can no longer be withdrawn, and no control offers it. */
export function endUndo(store: { dispatch: AppDispatch }, personId: string): void {
  dismissUndo(personId);
  store.dispatch(personConnected(personId));
}
