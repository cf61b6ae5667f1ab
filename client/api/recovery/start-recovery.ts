import { setupListeners } from '@reduxjs/toolkit/query';
import { loadOwnUser } from '#client/api/auth-api.ts';
import { askAgain, baseApi, toldTags } from '#client/api/base-api.ts';
import { onReturn, retryDelay } from '#client/lib/dom/keep-trying.ts';
import { isMissing, mayPass } from '#client/lib/text/api-error.ts';
import type { AppStore } from '#client/state/make-store.ts';

import { type FailedQuery, failedQueries } from './failed-queries.ts';

/** When a service is back, its clients ask again spread over this time, not all at once. */
const spreadMs = 1000;
const longestDelayMs = 30_000;
/** One failed query is asked at this pace, spread by half, so that the page is back within 5 s of the service's return. */
const probeDelayMs = 3000;

/** The data that may have changed unseen: none, that of which the socket tells, or everything on screen. */
type Missed = 'nothing' | 'events' | 'everything';

/**
 * Asks the queries of the screen again when they may have another answer. One of those that failed is asked every few
 * seconds, the others after growing delays; all are asked as soon as one of them has an answer, and as soon as the network,
 * the socket, the session or the user is back. After an absence every query is, and after a lost socket the lists whose
 * changes it would have told. Returns the function that stops it.
 */
export function startRecovery(store: AppStore, random: () => number = Math.random): () => void {
  return setupListeners(store.dispatch, (dispatch, { onFocus, onOnline }) => {
    let returned: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let attempt = 0;
    /** When each failed query is asked again, by its cache key: another's Retry-After does not hold it back. */
    const due = new Map<string, number>();
    let failing: ReadonlySet<string> = new Set();
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
        // Nothing can stand at an address that was refused as such.
        askFailed(store, ({ error, isStandIn }) => error.code !== 'stopped' && (isStandIn || !isMissing(error)));
      }, random() * spreadMs);
    };
    const scheduleRetry = () => {
      const failed = failedQueries(store.getState()).filter(isWorthAsking);
      const keys = new Set(failed.map(({ key }) => key));
      // The service is back: the others need not wait for the end of their own delays.
      if (keys.size > 0 && [...failing].some((key) => !keys.has(key) && isAnswered(store.getState(), key)))
        handleReturn('nothing');
      failing = keys;
      if (failed.length === 0) attempt = 0;
      const waiting = failed.filter(({ isAsking }) => !isAsking);
      const standIns = new Set(waiting.filter(({ isStandIn }) => isStandIn).map(({ key }) => key));
      const now = Date.now();
      for (const key of due.keys()) if (!waiting.some((query) => query.key === key)) due.delete(key);
      for (const { key, error, isStandIn } of waiting) {
        if (due.has(key)) continue;
        const isProbe =
          !isStandIn && ![...due].some(([other, at]) => !standIns.has(other) && at <= now + probeDelayMs * 1.5);
        const delay = retryDelay(attempt, isProbe ? probeDelayMs : longestDelayMs, random);
        due.set(key, now + Math.max(delay, (error.retryAfter ?? 0) * 1000));
      }
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
        askFailed(store, (query) => keys.has(query.key) && isWorthAsking(query));
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
      // The service is back: what failed beside the profile need not wait for the end of its own delay.
      if (old.session.profile === 'unanswered' && before.session.profile === 'answered') handleReturn('nothing');
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

function isAnswered({ api }: ReturnType<AppStore['getState']>, key: string): boolean {
  const query = api.queries[key];
  return query?.status === 'fulfilled' && query.error === undefined;
}

/**
 * A list that the upstream refuses because of another person's data is answered once that data has changed, whatever status
 * the refusal had.
 */
function isWorthAsking({ error, isStandIn }: FailedQuery): boolean {
  return isStandIn || mayPass(error);
}

function askFailed(store: AppStore, isWorthIt: (query: FailedQuery) => boolean): void {
  for (const failed of failedQueries(store.getState()))
    if (!failed.isAsking && isWorthIt(failed)) askAgain(store.dispatch, failed);
}
