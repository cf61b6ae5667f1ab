import type { AppDispatch, AppStore } from '#client/store/make-store.ts';
import { baseApi } from './base-api.ts';

export type Tags = Extract<Parameters<typeof baseApi.util.selectInvalidatedBy>[1][number], object | string>[];
type Query = { initiate: (arg: unknown, options: object) => Parameters<AppDispatch>[0] };

/**
 * Asks again what an event has made old, at once. RTK Query's own `invalidateTags` waits until no call at all is under
 * way, so that one hanging call would hold the news back. A query that is being asked now may be answered from before the
 * event: it is asked once more after that answer.
 */
export function refetchNow(store: AppStore, tags: readonly Tags[number][]): void {
  const asked = store.getState().api.queries;
  const isStale = (key: string) =>
    baseApi.util.selectInvalidatedBy(store.getState(), tags).some(({ queryCacheKey }) => queryCacheKey === key);
  for (const key of Object.keys(asked)) {
    // The tags of a first answer are known with it.
    if (isStale(key) || (asked[key]?.status === 'pending' && asked[key]?.data === undefined))
      void refetch(store, key, isStale);
  }
}

async function refetch(store: AppStore, key: string, isStale: (key: string) => boolean): Promise<void> {
  const query = store.getState().api.queries[key];
  if (query?.endpointName === undefined) return;
  const { endpointName, originalArgs } = query;
  await store.dispatch(baseApi.util.getRunningQueryThunk(endpointName as never, originalArgs as never));
  if (!isStale(key)) return;
  const { initiate } = (baseApi.endpoints as Record<string, Query>)[endpointName] as Query;
  await store.dispatch(initiate(originalArgs, { forceRefetch: true, subscribe: false }));
}
