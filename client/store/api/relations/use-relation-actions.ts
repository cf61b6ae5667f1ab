import { useEffect } from 'react';
import { toast } from 'sonner';
import { peopleApi } from '#client/store/api/people-api.ts';
import { rememberDecision } from '#client/store/foreign/relation-memory.ts';
import { useAppDispatch, useAppSelector, useAppStore, useOwnUser } from '#client/store/hooks.ts';
import type { StepState } from '#client/store/slices/steps-slice.ts';
import { failuresCleared } from '#client/store/slices/steps-slice.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import type { ConnectionRequest } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';
import { mayFollow, type RelationStep, relationKey } from './relation-step.ts';
import { isAlreadyRelated, relationsApi, requestIn } from './relations-api.ts';

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
  /** The same step was under way: nothing was sent. */
  | { kind: 'repeated' };

/**
 * The steps of all relations, and `act`, which takes one. Lists follow by themselves; the caller words the outcome for
 * the user. Failures of an earlier screen are cleared.
 */
export function useRelationActions() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const steps = useAppSelector((state) => state.steps);
  const learnRelation = useLearnRelation();
  useEffect(() => void dispatch(failuresCleared()), [dispatch]);

  const act = async (step: RelationStep): Promise<StepResult> => {
    const { current } = store.getState().steps[relationKey(step)] ?? {};
    if (current && !mayFollow(current.action, step.action)) return { kind: 'repeated' };
    const { data, error } = await dispatch(relationsApi.endpoints.relate.initiate(step, { track: false }));
    if (error === undefined) {
      const isConnected = store.getState().steps[relationKey(step)]?.last?.isConnected === true;
      return { kind: 'done', request: requestIn(data), isConnected };
    }
    if (isApiError(error) && error.code === 'aborted') return { kind: 'taken back' };
    if (!isAlreadyRelated(error) || !step.person) return { kind: 'failed', message: errorMessage(error) };
    await learnRelation(step.person);
    return { kind: 'related' };
  };
  const stepOf = (step: Pick<RelationStep, 'person' | 'requestId'>): StepState => steps[relationKey(step)] ?? {};
  return { act, stepOf };
}

/** After "already exists": fetches the received list, for the request may be theirs; otherwise it is the user's own. */
function useLearnRelation() {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const own = useOwnUser();
  return async (person: User): Promise<void> => {
    await dispatch(peopleApi.endpoints.received.initiate(undefined, { forceRefetch: true, subscribe: false }));
    dispatch(peopleApi.util.invalidateTags(['Sent', 'Connections']));
    const related = `You already have a request with ${person.firstName}.`;
    if (store.getState().requests.items?.some(({ fromUserID }) => fromUserID?._id === person._id)) {
      toast.info(`${related} ${person.firstName} asked you first`);
      return;
    }
    rememberDecision(own._id, { userId: person._id, status: 'interested', at: new Date().toISOString() });
    toast.info(related);
  };
}
