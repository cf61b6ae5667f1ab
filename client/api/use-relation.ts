import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { hasCapability, useCapability } from '#client/api/capabilities.ts';
import { rememberDecision } from '#client/api/compat/memory.ts';
import { useRelationHere } from '#client/api/compat/relations-here.ts';
import { peopleApi } from '#client/api/people-api.ts';
import {
  dismissUndo,
  isDecision,
  lastStep,
  offerUndo,
  type RelationStep,
  stepKey,
} from '#client/api/relation-steps.ts';
import { isAlreadyRelated, relationsApi, requestIn } from '#client/api/relations-api.ts';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import type { KnownRelation, Relation, RelationAction } from '#client/lib/text/relation.ts';
import { useAppDispatch, useAppSelector, useAppStore, useOwnUser } from '#client/state/hooks.ts';
import type { RootState } from '#client/state/make-store.ts';
import type { ConnectionRequest } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';

/** The last step of a relation: under way, refused or confirmed. */
export interface StepState {
  action: RelationAction;
  /** The request that it made, answered or withdrew. */
  requestId: string | undefined;
  isPending: boolean;
  /** `isOutdated`: the upstream's state had changed before, or allows no more of it for now; trying again cannot work. */
  failure?: { message: string; isOutdated: boolean };
  isDone: boolean;
  /** The decision connected the two, at once or when the other person accepted. */
  isConnected: boolean;
}

/** Failures of before `since` are those of an earlier screen. */
function stepIn(state: RootState, step: Pick<RelationStep, 'person' | 'requestId'>, since: number) {
  const last = lastStep(state, step);
  if (!last) return undefined;
  const { made, action, requestId } = last;
  const error = made.status === 'rejected' && made.startedTimeStamp >= since ? made.error : undefined;
  const isFailed = isApiError(error) && error.code !== 'aborted' && !isAlreadyRelated(error);
  const request = requestIn(made.data as Parameters<typeof requestIn>[0]);
  const connectedAt = state.live.connected[step.person?._id ?? ''] ?? 0;
  const found: StepState = {
    action,
    requestId: request?._id ?? requestId,
    isPending: made.status === 'pending',
    isDone: made.status === 'fulfilled' || isAlreadyRelated(error),
    isConnected: request?.status === 'accepted' || connectedAt >= made.startedTimeStamp,
  };
  if (!isFailed) return found;
  const isOutdated = [404, 409].includes(error.status) || error.code === 'takes_no_requests';
  return { ...found, failure: { message: errorMessage(error), isOutdated } };
}

export type StepResult =
  /**
   * `request` is the one that a decision made, where the upstream's reply holds it. `isConnected` says that the decision
   * connected the two, at once or because the other person has accepted since.
   */
  | { kind: 'done'; request?: ConnectionRequest | undefined; isConnected: boolean }
  /** A request existed before; a toast has told the user. */
  | { kind: 'related' }
  | { kind: 'failed'; message: string }
  /** Before it was made: it waited for the network. */
  | { kind: 'taken back' }
  /** A step of this relation was under way: nothing was sent. */
  | { kind: 'repeated' };

/**
 * The steps of all relations, and `act`, which takes one. Lists follow by themselves; the caller words the outcome for
 * the user.
 */
export function useRelationActions() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const mutations = useAppSelector((state) => state.api.mutations);
  const connected = useAppSelector((state) => state.live.connected);
  void [mutations, connected];
  const [since] = useState(() => Date.now());
  const learnRelation = useLearnRelation();

  const isUnderWay = (step: Pick<RelationStep, 'person' | 'requestId'>) =>
    stepIn(store.getState(), step, since)?.isPending === true;
  const act = async (step: RelationStep): Promise<StepResult> => {
    if (isUnderWay(step)) return { kind: 'repeated' };
    const options = { fixedCacheKey: stepKey(step) };
    const { data, error } = await dispatch(relationsApi.endpoints.relate.initiate(step, options));
    if (error === undefined) {
      const isConnected = stepIn(store.getState(), step, since)?.isConnected === true;
      return { kind: 'done', request: requestIn(data), isConnected };
    }
    if (isApiError(error) && error.code === 'aborted') return { kind: 'taken back' };
    if (!isAlreadyRelated(error) || !step.person) return { kind: 'failed', message: errorMessage(error) };
    await learnRelation(step.person);
    return { kind: 'related' };
  };
  return {
    act,
    isUnderWay,
    stepOf: (step: Pick<RelationStep, 'person' | 'requestId'>): StepState | undefined =>
      stepIn(store.getState(), step, since),
  };
}

/** After "already exists": asks again how the two are related, for the request may be theirs; otherwise it is the user's own. */
function useLearnRelation() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const own = useOwnUser();
  return async (person: User): Promise<void> => {
    await dispatch(peopleApi.endpoints.received.initiate(undefined, { forceRefetch: true, subscribe: false }));
    dispatch(peopleApi.util.invalidateTags(['Sent', 'Connections', { type: 'User', id: person._id }]));
    const related = `You already have a request with ${person.firstName}.`;
    if (store.getState().requests.items?.some(({ fromUserID }) => fromUserID?._id === person._id)) {
      toast.info(`${related} ${person.firstName} asked you first`);
      return;
    }
    if (!hasCapability(store.getState(), 'requests.sent'))
      rememberDecision(own._id, { userId: person._id, status: 'interested', at: new Date().toISOString() });
    toast.info(related);
  };
}

export interface RelationWith {
  /** While a step is under way, the relation before it: the control shows the pressed button as busy. */
  relation: Relation;
  /** False while the profile is loading that tells the relation. */
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
  const own = useOwnUser();
  const { act, stepOf } = useRelationActions();
  const listsSent = useCapability('requests.sent');
  const relationHere = useRelationHere({ skip: listsSent });
  const step = stepOf({ person });
  const isPending = step?.isPending === true;
  // The lists of another upstream change as soon as a step begins.
  const known: KnownRelation | undefined =
    person._id === own._id ? { relation: 'self' } : (person.viewer ?? relationHere(person._id));
  const relation = useBefore(isPending, known?.relation ?? 'unknown');
  const requestId = useBefore(isPending, known?.requestId);

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
  const failure = step?.failure;
  return {
    relation,
    isKnown: known !== undefined,
    canWithdraw: listsSent && requestId !== undefined,
    pending: isPending ? step.action : undefined,
    failure: failure && {
      message: failure.message,
      retry: failure.isOutdated ? undefined : () => void take(step.action, requestId, lastNote.current),
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
