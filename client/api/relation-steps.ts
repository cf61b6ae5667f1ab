import { toast } from 'sonner';
import { staleForMs } from '#client/api/base-api.ts';
import type { RelationAction } from '#client/lib/text/relation.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';
import { personConnected } from '#client/state/slices/live-slice.ts';
import type { User } from '#shared/api/users.ts';

/** One change of the relation between the user and a person. */
export interface RelationStep {
  action: RelationAction;
  /** Null where the other account is deleted. */
  person: User | null;
  requestId?: string | undefined;
  /** The user's note to the person asked; sent with the capability `requests.note` only. */
  note?: string | undefined;
  /** One of several answers at once, after the last of which comes `refetchAfterAnswers`. */
  isOneOfMany?: boolean;
}

/** Names a relation: by the person, or by the request of a deleted account. */
function relationOf({ person, requestId }: Pick<RelationStep, 'person' | 'requestId'>): string {
  return person?._id ?? requestId ?? '';
}

/** The key of a step in RTK Query's cache. The cache holds no arguments of mutations, so that the key names them. */
export function stepKey(step: RelationStep): string {
  return ['relation', relationOf(step), step.action, step.requestId ?? ''].join(':');
}

/** The newest step of each relation that the cache holds. */
function lastSteps({ api }: RootState) {
  const steps = Object.entries(api.mutations).flatMap(([key, made]) => {
    const [kind, relation = '', action, requestId] = key.split(':');
    if (kind !== 'relation' || !made || made.status === 'uninitialized') return [];
    return [{ relation, made, action: action as RelationAction, requestId: requestId || undefined }];
  });
  const byTime = steps.toSorted((a, b) => a.made.startedTimeStamp - b.made.startedTimeStamp);
  return new Map(byTime.map((step) => [step.relation, step]));
}

export function lastStep(state: RootState, relation: Pick<RelationStep, 'person' | 'requestId'>) {
  return lastSteps(state).get(relationOf(relation));
}

export function isDecision(action: string): boolean {
  return action === 'interested' || action === 'ignore';
}

/** The requests that the user has withdrawn just now: a list that is on its way may still hold them. */
export function justWithdrawn(state: RootState): ReadonlySet<string> {
  const since = Date.now() - staleForMs;
  return new Set(
    [...lastSteps(state).values()].flatMap(({ made, action, requestId }) => {
      const isMade = made.status === 'pending' || (made.status === 'fulfilled' && made.startedTimeStamp >= since);
      return action === 'withdraw' && requestId !== undefined && isMade ? [requestId] : [];
    }),
  );
}

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
