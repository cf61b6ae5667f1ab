import { baseApi } from '#client/store/api/base-api.ts';
import { hasCapability } from '#client/store/api/capabilities.ts';
import {
  forgetRelation,
  forgetRequest,
  rememberConnections,
  rememberDecision,
} from '#client/store/foreign/relation-memory.ts';
import type { RootState } from '#client/store/make-store.ts';
import { ownIn } from '#client/store/slices/auth-slice.ts';
import { type StepOutcome, stepsIn } from '#client/store/slices/steps-slice.ts';
import { type ApiError, isApiError } from '#client/text/api-error.ts';
import type { RelationAction } from '#client/text/relation.ts';
import type { ConnectionRequest, RequestReply } from '#shared/api/requests.ts';
import { callOf } from './call-of.ts';
import { followStep, inTurn } from './follow-step.ts';
import { joinSent, mayBeIn, patchLists } from './patch-lists.ts';
import { isDecision, type RelationStep, relationKey } from './relation-step.ts';

/** A decision is answered with the request it made; another upstream answers with a text. */
type Reply = Partial<RequestReply> | string | undefined;
type Result = { data: Reply } | { error: ApiError };

/** The lists of the upstream that each action changes. */
const changedLists = {
  interested: ['Sent'],
  ignore: ['Sent'],
  accept: ['Connections', 'Chats', 'Received'],
  reject: ['Received'],
  withdraw: ['Sent'],
  remove: ['Connections', 'Chats'],
} as const satisfies Record<RelationAction, readonly string[]>;

export const relationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Takes one step of a relation. Every list shows it at once, and takes it back when the upstream refuses. */
    relate: build.mutation<Reply, RelationStep>({
      queryFn: (step, { extra, getState }, _options, call) => {
        const key = relationKey(step);
        const run = async (before: Result | undefined): Promise<Result> => {
          const requestId = step.requestId ?? withdrawable(before, stepsIn(getState())[key]?.last);
          if (step.action === 'withdraw' && requestId === undefined) return nothingToWithdraw(before);
          const { data, error } = await call(callOf(step, requestId));
          if (!error) return { data: data as Reply };
          // The user has already withdrawn it on another device.
          return step.action === 'withdraw' && error.status === 404 ? { data: undefined } : { error };
        };
        const inOrder = () => inTurn<Result>(extra, key, run);
        return step.queue === undefined ? inOrder() : inTurn<Result>(extra, step.queue, inOrder);
      },
      onQueryStarted: (step, api) => {
        const key = relationKey(step);
        const latest = () => withdrawable(undefined, stepsIn(api.getState())[key]?.last);
        return followStep<Reply>({ ...step, key }, api, {
          patch: () => patchLists(step, { dispatch: api.dispatch, getState: () => api.getState() as RootState }),
          confirm: (reply) => {
            const request = requestIn(reply);
            const requestId = request?._id ?? step.requestId ?? (step.action === 'withdraw' ? latest() : undefined);
            const lists = { dispatch: api.dispatch, getState: () => api.getState() as RootState };
            if (step.action === 'withdraw' && step.person && !mayBeIn(lists.getState().feed.of, step.person))
              api.dispatch(baseApi.util.invalidateTags(['Feed']));
            if (step.person && request) joinSent(lists, step.person, request);
            rememberStep(api.getState(), step, requestId);
            return {
              ...(requestId !== undefined && { requestId }),
              ...(request?.status === 'accepted' && { isConnected: true }),
            };
          },
          // The two are related already: the lists stay as patched, and the screen finds out how.
          recover: (error) => (isAlreadyRelated(error) ? {} : undefined),
        });
      },
      invalidatesTags: (reply, error, { action, queue }) => {
        if (queue !== undefined) return [];
        // Another tab may have made it.
        if (error?.code === 'aborted') return [...allLists];
        if (error) return !isAlreadyRelated(error) && [404, 409].includes(error.status) ? [...allLists] : [];
        return requestIn(reply)?.status === 'accepted' ? [...allLists, 'Chats'] : [...changedLists[action]];
      },
    }),
  }),
});

const allLists = ['Sent', 'Received', 'Connections'] as const;

/** Asks again, once for all answers of a queue, for the lists that they have changed. */
export const refetchAfterAnswers = () => baseApi.util.invalidateTags([...allLists, 'Chats']);

export function requestIn(reply: Reply): ConnectionRequest | undefined {
  return typeof reply === 'object' ? reply.data : undefined;
}

export function isAlreadyRelated(error: unknown): boolean {
  return isApiError(error) && error.code === 'already_related';
}

/** The request that a decision has made: from the call that was waited for, else from the last confirmed step. */
function withdrawable(before: Result | undefined, last: StepOutcome | undefined): string | undefined {
  if (before !== undefined) {
    const request = 'data' in before ? requestIn(before.data) : undefined;
    return request?.status === 'accepted' ? undefined : request?._id;
  }
  return last && isDecision(last.action) && !last.isConnected ? last.requestId : undefined;
}

/** Withdrawing is skipped after a decision that failed, and refused after one that connected the two people. */
function nothingToWithdraw(before: Result | undefined): Result {
  if (before === undefined || 'error' in before || requestIn(before.data) === undefined) return { data: undefined };
  return { error: { code: 'conflict', status: 409, message: 'You are connected already.' } };
}

/** This browser's memory of what the upstream does not list. */
function rememberStep(state: unknown, { action, person }: RelationStep, requestId: string | undefined): void {
  const ownId = ownIn(state)?._id ?? '';
  if (person && isDecision(action) && (action === 'ignore' || !hasCapability(state, 'requests.sent'))) {
    const status = action === 'ignore' ? 'ignored' : 'interested';
    const at = new Date().toISOString();
    rememberDecision(ownId, { userId: person._id, status, at, ...(requestId !== undefined && { requestId }) });
  }
  if (person && action === 'accept') rememberConnections(ownId, [person]);
  if (action === 'withdraw' && requestId !== undefined) forgetRequest(ownId, requestId);
  if (person && (action === 'withdraw' || action === 'remove')) forgetRelation(ownId, person._id);
}
