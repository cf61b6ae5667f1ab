import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { oneTabAtATime } from '#client/lib/device/stored-list.ts';
import { onStorageChange } from '#client/lib/device/stored-value.ts';
import { endWaitingCall, isWaiting, keepWaitingCall, type WaitingCall } from '#client/lib/device/waiting-calls.ts';
import { onReturn, retryDelay } from '#client/lib/dom/keep-trying.ts';
import { type ApiError, localError, mayPass } from '#client/lib/text/api-error.ts';
import { ownIn } from '#client/state/slices/auth-slice.ts';

import type { ApiCall, StoreServices } from './base-query.ts';

// Loaded once the first screen is drawn: without a network it could not be fetched.

type Result = { data: unknown } | { error: ApiError };
type Send = (call: ApiCall) => Promise<Result>;

const longestDelayMs = 10_000;

/**
 * Keeps a call that found no network on this device, and makes it when there is one. After a reload, the next page
 * makes it.
 */
export async function waitForNetwork({ url, method, body, waits = '' }: ApiCall, api: BaseQueryApi, send: Send) {
  const userId = ownIn(api.getState())?._id;
  if (userId === undefined || (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE'))
    return { error: localError('offline') };
  const call = keepWaitingCall(userId, { url, method, body, words: waits });
  return sendWaiting(userId, call, api, send);
}

/** Makes a waiting call as soon as it can be answered, after those before it, and once, however many tabs are open. */
export async function sendWaiting(
  userId: string,
  call: WaitingCall,
  { extra, signal }: Pick<BaseQueryApi, 'extra' | 'signal'>,
  send: Send,
): Promise<Result> {
  const { turns } = extra as StoreServices;
  const turn = turnOf(call);
  const attempt = async (): Promise<Result> => {
    // The call was made in another tab, whose answer this one does not have, or the user has taken it back, or a later press
    // has replaced it.
    if (!isWaiting(userId, call)) return { error: localError('aborted') };
    const { url, method, body } = call;
    const result = await send({ url, method, body });
    if (!isPassing(result) && !signal.aborted) endWaitingCall(userId, call);
    return result;
  };
  const queue = `calls that wait: ${userId}`;
  const before = turns.get(queue);
  const run = async (): Promise<Result> => {
    if (before) await untilItsTurn(before, signal, () => isWaiting(userId, call));
    for (let failures = 0; ; failures += 1) {
      await untilWorthIt(failures, signal, () => isWaiting(userId, call));
      if (signal.aborted) return { error: localError('aborted') };
      const result = await oneTabAtATime(`waiting:${userId}`, attempt);
      if (!isPassing(result)) return result;
    }
  };
  const sent = run();
  turns.set(turn, sent);
  // A call that is taken back ends before those that it stood behind.
  const end = Promise.allSettled([before, sent]);
  turns.set(queue, end);
  const result = await sent;
  turns.delete(turn);
  void end.then(() => turns.get(queue) === end && turns.delete(queue));
  return result;
}

/** Whether this page is waiting to make the call. */
export function isBeingSent({ turns }: StoreServices, call: WaitingCall): boolean {
  return turns.has(turnOf(call));
}

const turnOf = ({ method, url, at }: WaitingCall) => `waiting:${method} ${url} ${at}`;

const isPassing = (result: Result) => 'error' in result && mayPass(result.error);

/** Resolves when the calls before this one have ended, or when the call does not wait any more. */
function untilItsTurn(before: Promise<unknown>, signal: AbortSignal, isStillWaiting: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stopStorage();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const stopStorage = onStorageChange(() => {
      if (!isStillWaiting()) done();
    });
    signal.addEventListener('abort', done);
    void before.then(done);
  });
}

/**
 * Resolves when the network is there: at once the first time, else after a growing delay or when the user is back. Also
 * when the call does not wait any more.
 */
function untilWorthIt(failures: number, signal: AbortSignal, isStillWaiting: () => boolean): Promise<void> {
  if (failures === 0 && navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      if (!navigator.onLine && !signal.aborted && isStillWaiting()) return;
      stop();
      stopStorage();
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, retryDelay(failures, longestDelayMs));
    const stop = onReturn(done);
    const stopStorage = onStorageChange(() => {
      if (!isStillWaiting()) done();
    });
    signal.addEventListener('abort', done);
  });
}
