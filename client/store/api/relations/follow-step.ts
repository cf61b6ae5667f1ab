import type { UnknownAction } from '@reduxjs/toolkit';
import type { StoreServices } from '#client/store/api/base-query/base-query.ts';
import { type StepOutcome, stepBegan, stepEnded, stepsIn } from '#client/store/slices/steps-slice.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';

export interface Step {
  /** Names the relation that changes, such as a person's id. */
  key: string;
  action: string;
  requestId?: string | undefined;
}

interface Lifecycle<Reply> {
  dispatch: (action: UnknownAction) => unknown;
  getState: () => unknown;
  requestId: string;
  queryFulfilled: PromiseLike<{ data: Reply }>;
}

interface Effects<Reply> {
  /** Changes the loaded lists as if the step had succeeded. Returns how to take that back. */
  patch: () => () => void;
  /** Called after success. Returns the part of the reply that the slice keeps. */
  confirm?: (reply: Reply) => Omit<StepOutcome, 'action' | 'at'>;
  /** Called after failure. Returns an outcome if the step had been taken before; then the lists stay as patched. */
  recover?: (error: unknown) => Omit<StepOutcome, 'action' | 'at'> | undefined;
}

/** For `onQueryStarted` of a mutation that changes a relation: shows the step at once and keeps its state. */
export async function followStep<Reply>(
  { key, action, requestId }: Step,
  { dispatch, getState, requestId: id, queryFulfilled }: Lifecycle<Reply>,
  { patch, confirm, recover }: Effects<Reply>,
): Promise<void> {
  const undo = patch();
  dispatch(stepBegan({ key, id, action, requestId }));
  /** Whether the step's user has left meanwhile: its slice and the lists are another user's, or empty. */
  const isForgotten = () => stepsIn(getState())[key]?.current === undefined;
  const done = (found: Omit<StepOutcome, 'action' | 'at'>) =>
    dispatch(stepEnded({ key, id, last: { action, at: Date.now(), ...found } }));
  try {
    const { data } = await queryFulfilled;
    if (isForgotten()) return;
    done(confirm?.(data) ?? {});
  } catch (thrown) {
    if (isForgotten()) return;
    const error = (thrown as { error?: unknown }).error;
    const recovered = recover?.(error);
    if (recovered) return void done(recovered);
    undo();
    // It never left this device: the user has taken it back while it waited for the network.
    if (isApiError(error) && error.code === 'aborted') return void dispatch(stepEnded({ key, id, isTakenBack: true }));
    const isOutdated = isApiError(error) && ([404, 409].includes(error.status) || error.code === 'takes_no_requests');
    dispatch(stepEnded({ key, id, failure: { action, message: errorMessage(error), isOutdated } }));
  }
}

/**
 * Makes calls of the same key one after the other, so that they reach the upstream in the order of the presses. A call
 * gets the result of the one before it; undefined where it did not wait.
 */
export function inTurn<Result>(
  extra: unknown,
  key: string,
  call: (before: Result | undefined) => Promise<Result>,
): Promise<Result> {
  const turns = (extra as StoreServices).turns as Map<string, Promise<Result>>;
  const waited = turns.get(key);
  const turn = waited ? waited.then(call, () => call(undefined)) : call(undefined);
  turns.set(key, turn);
  const end = () => {
    if (turns.get(key) === turn) turns.delete(key);
  };
  turn.then(end, end);
  return turn;
}
