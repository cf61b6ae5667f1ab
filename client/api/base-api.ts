import { createApi } from '@reduxjs/toolkit/query/react';
import { apiQuery } from '#client/api/base-query/base-query.ts';
import type { AppDispatch } from '#client/state/make-store.ts';

const tagTypes = [
  'User',
  'Project',
  'ProjectList',
  'Chat',
  'Chats',
  'FoundMessages',
  'Received',
  'Passkey',
  'Sent',
  'Connections',
  'Interest',
  'Notifications',
  'Session',
  'Feed',
  'Found',
  'Blocked',
  'Muted',
  'Reports',
] as const;

/** The tags of answers that events of the live connection keep up to date. */
export const toldTags = tagTypes.filter((tag) => tag !== 'User');

/** For `refetchOnMountOrArgChange` of answers that change often: one that the screen's loader has just asked for is used. */
export const freshForSeconds = 5;

/** How long an answer may be older than a change of the user, in milliseconds: a replica of the database may have given it. */
export const staleForMs = 60_000;

/** For `infiniteQueryOptions`: page by page, as the upstream names the next one. */
export const byCursor = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
};

/** The one API of the client; `<noun>-api.ts` files inject their calls. Unused answers are kept 60 seconds. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: apiQuery,
  keepUnusedDataFor: 60,
  // See `recovery/start-recovery.ts`.
  refetchOnReconnect: true,
  // A call that hangs holds nothing back. See `recovery/refetch-stale.ts`.
  invalidationBehavior: 'immediately',
  tagTypes,
  endpoints: () => ({}),
});

/** For `onQueryStarted`: runs `then` after a success. After a failure the screen shows the error, which its hook has. */
export async function afterSuccess<Answer>(
  queryFulfilled: PromiseLike<{ data: Answer }>,
  then: (data: Answer) => unknown,
): Promise<void> {
  try {
    then((await queryFulfilled).data);
  } catch {
    // As above.
  }
}

type Query = { initiate: (arg: unknown, options: object) => Parameters<AppDispatch>[0] };

/** Asks a query again by its name in the cache, past its answer there. */
export function askAgain(
  dispatch: AppDispatch,
  { endpointName, originalArgs }: { endpointName: string; originalArgs?: unknown },
): void {
  const query = (baseApi.endpoints as Record<string, Query | undefined>)[endpointName];
  if (query) void dispatch(query.initiate(originalArgs, { forceRefetch: true, subscribe: false }));
}
