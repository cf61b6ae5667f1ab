import { isAnyOf, isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { askAgain, baseApi } from '#client/api/base-api.ts';
import type { AppDispatch, RootState } from '#client/state/make-store.ts';

export type Tags = Extract<Parameters<typeof baseApi.util.selectInvalidatedBy>[1][number], object | string>[];

interface MutationEnd {
  payload: unknown;
  meta: { arg: { type?: string; endpointName: string; originalArgs: unknown } };
}

interface Store {
  dispatch: AppDispatch;
  getState: () => RootState;
}

/**
 * RTK Query asks at once for what a tag has made stale, but leaves a query alone that is being asked at that moment. Its
 * answer may be from before the change: this middleware asks such a query once more after that answer.
 */
export const refetchStale: Middleware = (store) => (next) => (action) => {
  const tags = tagsOf(action);
  if (tags.length === 0) return next(action);
  const { dispatch, getState } = store as Store;
  const asked = Object.entries(getState().api.queries).flatMap(([key, query]) =>
    query?.status === 'pending' ? [key] : [],
  );
  const result = next(action);
  for (const key of asked) void refetch({ dispatch, getState }, key, tags);
  return result;
};

const isAnswered = isAnyOf(isFulfilled, isRejectedWithValue);

function tagsOf(action: unknown): Tags {
  if (baseApi.util.invalidateTags.match(action)) return action.payload.filter((tag) => tag != null);
  if (!isAnswered(action)) return [];
  const { payload, meta } = action as MutationEnd;
  if (meta.arg?.type !== 'mutation') return [];
  const { endpointName, originalArgs } = meta.arg;
  const tags = invalidatedBy(endpointName);
  if (typeof tags !== 'function') return tags ?? [];
  const isFailed = isRejectedWithValue(action);
  return tags(isFailed ? undefined : payload, isFailed ? payload : undefined, originalArgs);
}

type InvalidatedTags = Tags | ((result: unknown, error: unknown, arg: unknown) => Tags) | undefined;

/** The tags that a mutation names. `enhanceEndpoints` is RTK Query's way to an endpoint's definition. */
function invalidatedBy(endpointName: string): InvalidatedTags {
  let tags: InvalidatedTags;
  const read = (definition: { invalidatesTags?: unknown }) => {
    tags = definition.invalidatesTags as InvalidatedTags;
  };
  baseApi.enhanceEndpoints({ endpoints: { [endpointName]: read } as never });
  return tags;
}

async function refetch({ dispatch, getState }: Store, key: string, tags: Tags): Promise<void> {
  const query = getState().api.queries[key];
  if (query?.endpointName === undefined) return;
  const { endpointName, originalArgs } = query;
  await dispatch(baseApi.util.getRunningQueryThunk(endpointName as never, originalArgs as never));
  // The tags of a first answer are known with it.
  const stale = baseApi.util.selectInvalidatedBy(getState(), tags);
  if (!stale.some(({ queryCacheKey }) => queryCacheKey === key)) return;
  askAgain(dispatch, { endpointName, originalArgs });
}
