import { isRecord } from '#client/lib/is-record.ts';
import { storedList } from './stored-list.ts';
import { isText, isTime } from './stored-value.ts';

/** Calls that may be made later. */
const waitingMethods = ['POST', 'PATCH', 'DELETE'] as const;

/** A call that was made without a network, and is made again when there is one. */
export interface WaitingCall {
  url: string;
  method: (typeof waitingMethods)[number];
  body?: unknown;
  /** The user's action in words, for the list of waiting changes. */
  words: string;
  /** When it was made, on this device's clock. */
  at: string;
}

const calls = storedList<WaitingCall, Pick<WaitingCall, 'method' | 'url'>>({
  prefix: 'waiting:',
  // Another press of the same button replaces the waiting call.
  nameOf: ({ method, url }) => `${method} ${url}`,
  schema,
  order: (a, b) => a.at.localeCompare(b.at),
});

/** The user's waiting calls, in the order they were made. */
export const waitingCalls = calls.all;

/**
 * Keeps a call as the last of those that wait, also where the clock was put back meanwhile. A PATCH takes over what an
 * earlier one to the same target would have changed. Returns the call as it is kept.
 */
export function keepWaitingCall(userId: string, call: Omit<WaitingCall, 'at'>): WaitingCall {
  const waiting = waitingCalls(userId);
  const last = waiting.at(-1);
  const at = Math.max(Date.now(), last ? Math.min(Date.parse(last.at) + 1, lastTime) : 0);
  const before = waiting.find(({ method, url }) => method === call.method && url === call.url)?.body;
  const isMerged = call.method === 'PATCH' && isRecord(before) && isRecord(call.body);
  const kept = {
    ...call,
    ...(isMerged && { body: { ...before, ...(call.body as object) } }),
    at: new Date(at).toISOString(),
  };
  calls.at(userId, kept).write(kept);
  return kept;
}

/** The last time that a Date can hold, in milliseconds. */
const lastTime = 8.64e15;

/** Whether this call still waits: it has not been made in another tab, nor replaced by a later one. */
export function isWaiting(userId: string, call: WaitingCall): boolean {
  return calls.at(userId, call).read()?.at === call.at;
}

/** The user has taken the call back before it was made. False where nothing waits to be made. */
export function takeBackWaitingCall(userId: string, call: Pick<WaitingCall, 'method' | 'url'>): boolean {
  const stored = calls.at(userId, call);
  if (stored.read() === undefined) return false;
  stored.remove();
  return true;
}

export function endWaitingCall(userId: string, call: WaitingCall): void {
  if (isWaiting(userId, call)) calls.at(userId, call).remove();
}

function schema(stored: unknown): WaitingCall | undefined {
  if (!isRecord(stored)) return undefined;
  const { url, method, body, words, at } = stored;
  const known = waitingMethods.find((name) => name === method);
  if (known === undefined || !isText(url) || !isText(words) || !isTime(at)) return undefined;
  return { url, method: known, ...(body !== undefined && { body }), words, at };
}
