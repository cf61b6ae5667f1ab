import { setupListeners } from '@reduxjs/toolkit/query';
import { onReturn } from '#client/dom/retry/on-return.ts';
import { retryDelay } from '#client/dom/retry/retry-delay.ts';
import type { AppDispatch, AppStore } from '#client/store/make-store.ts';
import type { ApiError } from '#client/text/api-error.ts';
import { loadOwnUser } from './auth-api.ts';
import { baseApi, toldTags } from './base-api.ts';
import { failedQueries, mayPass } from './failed-queries.ts';

/** The clients of a service that returns ask again within this time, not all at once. */
const spreadMs = 1000;
const longestDelayMs = 30_000;

/** What may have changed unseen: nothing, what the socket tells in events, or everything on screen. */
type Missed = 'nothing' | 'events' | 'everything';

/**
 * Asks the queries of the screen again when they may have another answer. What failed is asked again after growing
 * delays, and as soon as the network, the socket, the session or the user is back. After an absence every query is, and
 * after a lost socket the lists whose changes it would have told. Returns the function that stops it.
 */
export function startRecovery(store: AppStore, random: () => number = Math.random): () => void {
  return setupListeners(store.dispatch, (dispatch, { onFocus, onOnline }) => {
    let returned: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let attempt = 0;
    /** When each failed query is asked again, by its cache key: another's Retry-After does not hold it back. */
    const due = new Map<string, number>();
    let missed: Missed = 'nothing';
    let wasOnline = false;
    let before = store.getState();

    const handleReturn = (since: Missed) => {
      if (since === 'everything' || missed === 'nothing') missed = since;
      attempt = 0;
      clearTimeout(returned);
      returned = setTimeout(() => {
        // RTK Query asks every query of the screen again: the API is created with `refetchOnReconnect`.
        if (missed === 'everything') dispatch(onOnline());
        if (missed === 'events') store.dispatch(baseApi.util.invalidateTags(toldTags));
        // No query of the screen holds the own record, which says what a moderator has done.
        if (missed !== 'nothing') void store.dispatch(loadOwnUser());
        missed = 'nothing';
        askFailed(store, ({ code }) => code !== 'stopped');
      }, random() * spreadMs);
    };
    const scheduleRetry = () => {
      const failed = failedQueries(store.getState()).filter(({ error }) => mayPass(error));
      if (failed.length === 0) attempt = 0;
      const waiting = failed.filter(({ isAsking }) => !isAsking);
      const now = Date.now();
      for (const key of due.keys()) if (!waiting.some((query) => query.key === key)) due.delete(key);
      for (const { key, error } of waiting)
        if (!due.has(key))
          due.set(key, now + Math.max(retryDelay(attempt, longestDelayMs, random), (error.retryAfter ?? 0) * 1000));
      clearTimeout(retry);
      if (due.size === 0) return;
      retry = setTimeout(askDue, Math.max(0, Math.min(...due.values()) - now));
    };
    const askDue = () => {
      attempt += 1;
      const now = Date.now();
      const keys = new Set([...due].flatMap(([key, at]) => (at <= now ? [key] : [])));
      for (const key of keys) due.delete(key);
      // A page that is hidden or offline asks when it is back.
      if (document.visibilityState === 'visible' && navigator.onLine)
        askFailed(store, (error, key) => keys.has(key) && mayPass(error));
      scheduleRetry();
    };
    const handleChange = () => {
      const old = before;
      before = store.getState();
      if (before.live.status === 'online' && old.live.status !== 'online') {
        handleReturn(wasOnline ? 'events' : 'nothing');
        wasOnline = true;
      }
      if (old.session.ended && !before.session.ended) handleReturn('everything');
      if (before.api.queries !== old.api.queries || before.api.subscriptions !== old.api.subscriptions) scheduleRetry();
    };

    const stops = [
      store.subscribe(handleChange),
      onReturn((wasAway) => {
        if (!wasAway) dispatch(onFocus());
        handleReturn(wasAway ? 'everything' : 'nothing');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(returned);
      clearTimeout(retry);
    };
  });
}

type Query = { initiate: (arg: unknown, options: object) => Parameters<AppDispatch>[0] };

function askFailed(store: AppStore, isWorthIt: (error: ApiError, key: string) => boolean): void {
  const endpoints = baseApi.endpoints as Record<string, Query | undefined>;
  for (const { key, endpointName, originalArgs, error, isAsking } of failedQueries(store.getState())) {
    const query = endpoints[endpointName];
    if (query && !isAsking && isWorthIt(error, key))
      void store.dispatch(query.initiate(originalArgs, { subscribe: false, forceRefetch: true }));
  }
}
