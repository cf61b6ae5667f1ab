import { Tally } from '#platform/tally.ts';
import { unavailable } from '#server/request/errors.ts';
import type { Middleware } from '#server/request/facts.ts';

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

/** A waiting request takes up to 8 kB: this is 2 MB for each network. */
const mostWaiting = 250;

/**
 * Handles pipelined requests one after the other: each waits for the answer before it on its connection. Node hands over
 * all requests of a chunk at once, and a chunk of 64 kB may hold 2,000, which would stop every other client for the time
 * that they take. No browser pipelines; where more of a network wait, the connection is closed.
 */
export function handleInTurn(most = mostWaiting): Middleware {
  const waiting = new Tally();
  return (req, res, next) => {
    const { client, behind } = res.locals;
    if (behind === undefined) return next();
    const { network } = client;
    if (waiting.of(network) >= most) {
      req.socket.destroy();
      return;
    }
    waiting.add(network);
    behind.once('close', () => {
      waiting.add(network, -1);
      // Otherwise each answer of a client that always pipelines would keep all those before it in memory.
      res.locals.behind = undefined;
      // Without a socket the answer before was the last of the connection.
      if (res.socket !== null && !res.socket.destroyed && !res.locals.isBroken) next();
    });
  };
}
