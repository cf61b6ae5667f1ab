import type { RootState } from '#client/store/make-store.ts';
import type { ApiError } from '#client/text/api-error.ts';
import type { StoreServices } from './base-query.ts';

/** Failures of first calls, by RTK Query's cache key: the screen that opens after them takes them in the place of a second call. */
export type FirstFailures = Map<string | undefined, ApiError>;

/** A screen that opens later than this asks again: the server may answer by then. */
const takenForMs = 5000;

/** Keeps the failures of the calls that a route's loader has made: RTK Query would make a failed call again for the screen. */
export const keepFirstFailures =
  () =>
  (_dispatch: unknown, getState: () => RootState, { firstFailures }: StoreServices): void => {
    for (const [key, query] of Object.entries(getState().api.queries))
      if (query?.status === 'rejected') firstFailures.set(key, query.error as ApiError);
    setTimeout(() => firstFailures.clear(), takenForMs);
  };
