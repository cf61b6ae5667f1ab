import type { Connections } from '#client/api/people-api.ts';
import { type ApiError, isApiError } from '#client/lib/text/api-error.ts';
import type { RootState } from '#client/state/make-store.ts';

export interface FailedQuery {
  key: string;
  endpointName: string;
  originalArgs: unknown;
  error: ApiError;
  /** Whether an answer stands in for the one that the upstream refused. */
  isStandIn: boolean;
  isAsking: boolean;
  /** When the answer that is still on screen came, in milliseconds, also where it is a kept copy; undefined where there is none. */
  answeredAt: number | undefined;
}

/** The queries that a screen waits for and whose last attempt failed, those with an answer from memory among them. */
export function failedQueries({ api, kept }: Pick<RootState, 'api' | 'kept'>): FailedQuery[] {
  return Object.entries(api.queries).flatMap(([key, query]) => {
    // RTK Query copies its subscriptions into the state within half a second.
    const isOnScreen = Object.keys(api.subscriptions[key] ?? {}).length > 0;
    if (!isOnScreen || query?.endpointName === undefined) return [];
    const { endpointName, originalArgs, status, data, fulfilledTimeStamp } = query;
    // An answer that stands in for a call that another upstream refused: it is asked again like a failed one.
    const { unlisted } = (data ?? {}) as Pick<Partial<Connections>, 'unlisted'>;
    const error = query.error ?? unlisted;
    if (!isApiError(error)) return [];
    return [
      {
        key,
        endpointName,
        originalArgs,
        error,
        isStandIn: query.error === undefined && unlisted !== undefined,
        isAsking: status === 'pending',
        answeredAt: data === undefined || unlisted ? undefined : (kept[key] ?? fulfilledTimeStamp),
      },
    ];
  });
}
