import { unavailable } from '#server/request/errors.ts';
import type { Middleware } from '#server/request/facts.ts';
import { Tally } from './tally.ts';

/** How many calls may wait for the upstream at once. */
export interface CallBounds {
  readonly inAll: number;
  readonly perNetwork: number;
  readonly perSession: number;
}

/**
 * Lets calls on to the upstream within the bounds, those of live connections within bounds of their own: an upstream that
 * answers nothing must not take all our memory, connections and file descriptors. A call gives its place back when the
 * upstream has answered, or when its client is too slow to read the answer: such clients are bounded in `http/unread.ts`.
 */
export function boundCalls(bounds: { readonly calls: CallBounds; readonly polls: CallBounds }): Middleware {
  const calls = new Places(bounds.calls);
  const polls = new Places(bounds.polls);
  return (_req, res, next) => {
    const { call } = res.locals;
    if (call === undefined) return next();
    const places = call.kind === 'socket' ? polls : calls;
    const leave = places.enter(call.client.network, call.sessionHash);
    if (leave === undefined) throw unavailable(1);
    call.upstream.giveBackPlace = leave;
    res.once('close', leave);
    next();
  };
}

class Places {
  readonly #bounds: CallBounds;
  readonly #byNetwork = new Tally();
  readonly #bySession = new Tally();
  #taken = 0;

  constructor(bounds: CallBounds) {
    this.#bounds = bounds;
  }

  /** Takes a place and returns the function that gives it back; undefined where there is none. */
  enter(network: string, session: string | undefined): (() => void) | undefined {
    const { inAll, perNetwork, perSession } = this.#bounds;
    // No network takes more than it leaves free, so that a few networks never take every place.
    if (this.#byNetwork.of(network) >= Math.min(perNetwork, inAll - this.#taken)) return undefined;
    if (session !== undefined && this.#bySession.of(session) >= perSession) return undefined;
    const change = (by: number): void => {
      this.#taken += by;
      this.#byNetwork.add(network, by);
      if (session !== undefined) this.#bySession.add(session, by);
    };
    change(1);
    let isTaken = true;
    return () => {
      if (isTaken) change(-1);
      isTaken = false;
    };
  }
}
