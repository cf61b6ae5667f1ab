import { GatewayError } from '#server/request/errors.ts';
import type { CallFacts } from '#server/request/facts.ts';
import { networkOf } from '#shared/network-of.ts';
import { apiPaths } from '#shared/paths.ts';
import type { CallBounds } from './budgets.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { sessionKey } from './keys.ts';
import type { Limits } from './limits.ts';
import type { ValidSessions } from './valid-sessions.ts';

/** Asks the upstream whose session a call has: its answer to the profile call. */
export type AskSession = (call: CallFacts) => Promise<{ readonly status: number; readonly body: unknown }>;

export interface HandshakeDeps {
  readonly limits: Limits;
  readonly sessions: ValidSessions;
  readonly ask: AskSession;
  readonly bounds: CallBounds;
}

/**
 * Whether a live connection may be opened; throws a GatewayError where it may not. Answers the account of the session,
 * where the upstream names it.
 */
export type AdmitHandshake = (call: CallFacts) => Promise<string | undefined>;

/**
 * Lets only sessions through that the upstream has shown to be valid, because an upstream's Engine.IO opens a connection
 * for everybody. Sessions that the upstream has not confirmed yet have a budget and places of their own, so that made-up
 * cookies use up nothing of the members in the same network.
 */
export function createAdmitHandshake({ limits, sessions, ask, bounds }: HandshakeDeps): AdmitHandshake {
  const asking = new CallsInFlight(bounds);
  const answers = new Map<string, Promise<string | undefined>>();

  async function askFor(call: CallFacts, sessionHash: string): Promise<string | undefined> {
    const leave = await takePlace(asking, { network: networkOf(call.client.ip), session: sessionHash }, bounds.waitMs);
    try {
      const { status, body } = await ask(call);
      if (status >= 200 && status < 300) {
        const account = idIn(body);
        sessions.learn(sessionHash, account);
        return account;
      }
      // The recorded upstream answers 400 to every cookie that it does not know.
      if (![400, 401, 403, 404].includes(status))
        throw new GatewayError('unavailable', { headers: ['Retry-After', '1'] });
      sessions.forget(sessionHash);
      throw new GatewayError('unauthenticated');
    } finally {
      leave();
    }
  }

  async function confirm(call: CallFacts, sessionHash: string): Promise<string | undefined> {
    const known = sessions.find(sessionHash);
    if (known?.isAsked) return known.account;
    if (known === undefined) refuseIf(limits.stranger(call.client.ip));
    // Several sockets of one page ask once.
    let answer = answers.get(sessionHash);
    if (answer === undefined) {
      answer = askFor(call, sessionHash).finally(() => answers.delete(sessionHash));
      answers.set(sessionHash, answer);
    }
    try {
      const account = await answer;
      if (known === undefined) limits.noStranger(call.client.ip);
      return account;
    } catch (error) {
      // Only a session that the upstream refuses costs a stranger's point. No answer at all says nothing about the session.
      const isRefused = error instanceof GatewayError && error.code === 'unauthenticated';
      if (known === undefined && !isRefused) limits.noStranger(call.client.ip);
      throw error;
    }
  }

  return async (call) => {
    const { client, sessionHash } = call;
    if (sessionHash === undefined) throw new GatewayError('unauthenticated');
    const account = await confirm(call, sessionHash);
    const spender = { address: client.ip, session: sessionKey(call), account };
    // The upgrade of a connection that began by polling opens no second one: it costs what a poll costs.
    refuseIf(call.opensSocket ? limits.handshake(spender) : limits.read({ ...spender, path: call.path }));
    return account;
  };
}

/** Waits for a place among the questions under way; resolves to the function that gives the place back. */
function takePlace(places: CallsInFlight, keys: Parameters<CallsInFlight['enter']>[0], waitMs: number) {
  const leave = (): void => places.leave(keys);
  if (places.enter(keys)) return Promise.resolve(leave);
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const busy = () => new GatewayError('unavailable', { headers: ['Retry-After', '1'] });
  const giveUp = places.wait(keys, () => {
    clearTimeout(timer);
    resolve(leave);
  });
  const timer = setTimeout(() => {
    giveUp?.();
    reject(busy());
  }, waitMs);
  if (giveUp === undefined) {
    clearTimeout(timer);
    reject(busy());
  }
  return promise;
}

function refuseIf(refusal: ReturnType<Limits['handshake']>): void {
  if (refusal !== undefined) throw new GatewayError('rate_limited', refusal);
}

function idIn(body: unknown): string | undefined {
  const id = typeof body === 'object' && body !== null && '_id' in body ? body._id : undefined;
  return typeof id === 'string' && id.length <= 64 ? id : undefined;
}

/** Remembers the session of a call as valid, where the upstream's answer shows that it is. */
export function noteSession(sessions: ValidSessions, { sessionHash, path, method }: CallFacts, status: number): void {
  if (sessionHash === undefined || method !== 'GET' || !memberCalls.has(path)) return;
  if (status === 200 || status === 304) sessions.see(sessionHash);
}

/** Calls that every upstream answers for valid sessions only. */
const memberCalls: ReadonlySet<string> = new Set([apiPaths.profileView, apiPaths.feed, apiPaths.connections]);
