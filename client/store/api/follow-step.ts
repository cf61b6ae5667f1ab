import type { UnknownAction } from '@reduxjs/toolkit';
import type { StoreServices } from '#client/store/calls/base-query.ts';
import { type StepOutcome, type StepState, stepChanged } from '#client/store/slices/steps-slice.ts';
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
  const before = stepsIn(getState())[key];
  const current = { id, action, ...(requestId !== undefined && { requestId }) };
  dispatch(stepChanged({ key, step: { current, ...(before?.last && { last: before.last }) } }));
  /** Whether the step's user has left meanwhile: its slice and the lists are another user's, or empty. */
  const isForgotten = () => stepsIn(getState())[key]?.current === undefined;
  /** Ends this step; a newer step in the queue stays under way. */
  const end = (result: Pick<StepState, 'failure' | 'last'>) => {
    const { current: newest, last } = stepsIn(getState())[key] ?? {};
    const queued = newest && newest.id !== id ? { current: newest } : {};
    // Without the failure of a step before: a decision that was withdrawn has not failed any more.
    dispatch(stepChanged({ key, step: { ...(last && { last }), ...queued, ...result } }));
  };
  const done = (found: Omit<StepOutcome, 'action' | 'at'>) => {
    const newest = stepsIn(getState())[key]?.current;
    const meanwhile = newest?.id === id && newest.isConnected ? { isConnected: true } : {};
    end({ last: { action, at: Date.now(), ...found, ...meanwhile } });
  };
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
    const isOutdated = isApiError(error) && ([404, 409].includes(error.status) || error.code === 'takes_no_requests');
    end({ failure: { action, message: errorMessage(error), isOutdated } });
  }
}

/** The steps of a store's state, for parts of the store that cannot name its type. */
export function stepsIn(state: unknown): Readonly<Record<string, StepState | undefined>> {
  return (state as { steps: Record<string, StepState> }).steps;
}

/** Clears failures of an earlier visit when a screen opens: of one relation, or of all without a key. */
export function clearFailures(
  { dispatch, getState }: Pick<Lifecycle<never>, 'dispatch' | 'getState'>,
  only?: string,
): void {
  for (const [key, state] of Object.entries(stepsIn(getState()))) {
    if (!state?.failure || (only !== undefined && key !== only)) continue;
    const { failure: _cleared, ...step } = state;
    dispatch(stepChanged({ key, step }));
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
