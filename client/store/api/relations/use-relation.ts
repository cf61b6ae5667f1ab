import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { useCapability } from '#client/store/api/capabilities.ts';
import { type Relation, type RelationAction, relationTo } from '#client/text/relation.ts';
import type { User } from '#shared/api/users.ts';
import { isDecision } from './relation-step.ts';
import { dismissUndo, offerUndo } from './undo-toast.ts';
import { useRelationActions } from './use-relation-actions.ts';
import { useRelations } from './use-relations.ts';

export interface RelationWith {
  /** While a step is under way, the relation before it: the control shows the pressed button as busy. */
  relation: Relation;
  /** False while the lists that tell the relation are loading. */
  isKnown: boolean;
  canWithdraw: boolean;
  pending: string | undefined;
  failure: { message: string; retry: (() => void) | undefined } | undefined;
  /** Takes a step and tells the user of its success. Resolves to whether it succeeded. */
  act: (action: RelationAction, note?: string) => Promise<boolean>;
}

/**
 * The relation between the user and one person, and what the user can do about it. `onConnected` is called when a step has
 * connected the two; it returns whether the user has been told.
 */
export function useRelation(person: User, onConnected?: (by: RelationAction) => boolean): RelationWith {
  const relations = useRelations();
  const { act, stepOf } = useRelationActions();
  const listsSent = useCapability('requests.sent');
  const { current, failure } = stepOf({ person });
  // The lists change as soon as a step begins.
  const relation = useBefore(current !== undefined, relationTo(person._id, relations));
  const requestId = useBefore(
    current !== undefined,
    relation === 'received' ? relations.receivedFrom.get(person._id) : relations.sentTo.get(person._id)?.requestId,
  );

  // A note that could not be sent goes again with the next try.
  const lastNote = useRef<string>(undefined);
  const take = async (action: RelationAction, request: string | undefined, note?: string): Promise<boolean> => {
    lastNote.current = note;
    const result = await act({ action, person, note, requestId: isDecision(action) ? undefined : request });
    if (result.kind !== 'done') return result.kind === 'related';
    const { request: made, isConnected } = result;
    if ((isConnected || action === 'accept') && onConnected?.(action)) {
      dismissUndo(person._id);
      return true;
    }
    const sentence = (isConnected ? sentences.accept : sentences[action])(person);
    if (listsSent && isDecision(action) && made && !isConnected)
      offerUndo(person._id, sentence, () => void take('withdraw', made._id));
    else {
      dismissUndo(person._id);
      toast(sentence);
    }
    return true;
  };
  return {
    relation,
    isKnown: !relations.isLoading,
    canWithdraw: listsSent && requestId !== undefined,
    pending: current?.action,
    failure: failure && {
      message: failure.message,
      retry: failure.isOutdated
        ? undefined
        : () => void take(failure.action as RelationAction, requestId, lastNote.current),
    },
    act: (action, note) => take(action, requestId, note),
  };
}

/** The value; while something is under way, the value before it. */
function useBefore<Value>(isUnderWay: boolean, value: Value): Value {
  const [before, setBefore] = useState(value);
  if (!isUnderWay && before !== value) setBefore(value);
  return isUnderWay ? before : value;
}

const sentences: Record<RelationAction, (person: User) => string> = {
  interested: ({ firstName }) => `Request sent to ${firstName}`,
  ignore: ({ firstName }) => `${firstName} is ignored`,
  accept: ({ firstName }) => `You and ${firstName} are connected`,
  reject: ({ firstName }) => `Request from ${firstName} rejected`,
  withdraw: () => 'Taken back',
  remove: ({ firstName }) => `You and ${firstName} are no longer connected`,
};
