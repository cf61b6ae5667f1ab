import type { Connections } from '#client/store/foreign/connections.ts';
import type { RootState } from '#client/store/make-store.ts';
import { type ApiError, isApiError } from '#client/text/api-error.ts';

interface FailedQuery {
  /** RTK Query's cache key. */
  key: string;
  endpointName: string;
  originalArgs: unknown;
  error: ApiError;
  /** Whether it is being asked again right now. */
  isAsking: boolean;
  /** When the answer that is still on screen came, in milliseconds; undefined where there is none. */
  answeredAt: number | undefined;
}

/** The queries that a screen waits for and whose last attempt failed, those with an answer from memory among them. */
export function failedQueries({ api }: Pick<RootState, 'api'>): FailedQuery[] {
  return Object.entries(api.queries).flatMap(([key, query]) => {
    // RTK Query copies its subscriptions into the state within half a second.
    const isOnScreen = Object.keys(api.subscriptions[key] ?? {}).length > 0;
    if (!isOnScreen || query?.endpointName === undefined) return [];
    const { endpointName, originalArgs, status, data, fulfilledTimeStamp } = query;
    const unlisted = (data as Partial<Connections> | undefined)?.unlisted;
    const error = query.error ?? unlisted;
    if (!isApiError(error)) return [];
    return [
      {
        key,
        endpointName,
        originalArgs,
        error,
        isAsking: status === 'pending',
        answeredAt: data === undefined || unlisted ? undefined : fulfilledTimeStamp,
      },
    ];
  });
}

/**
 * Whether the same call may succeed a moment later. The recorded upstream answers a malformed id with a bare 500: only
 * an error of ours, which has a request id, is worth another attempt there.
 */
export function mayPass({ status, code, requestId }: ApiError): boolean {
  if (code === 'stopped' || code === 'aborted') return false;
  if (code === 'unavailable' || [0, 408, 429].includes(status)) return true;
  return status > 500 || (status === 500 && requestId !== undefined);
}
