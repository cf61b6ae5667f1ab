import { rememberByAddress } from '#server/request/by-address.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { CallFacts, Middleware } from '#server/request/facts.ts';
import { networkOf } from '#shared/network-of.ts';
import type { CallBounds } from './budgets.ts';
import { changeCount } from './change-count.ts';

interface Waiting {
  readonly keys: Keys;
  readonly start: () => void;
}

interface Keys {
  readonly network: string;
  readonly session: string | undefined;
}

/**
 * Calls that wait for the upstream, bounded in all, for each network and for each session: an upstream that answers
 * nothing must not take all our memory, connections and file descriptors. Calls beyond a bound wait for a moment.
 */
export class CallsInFlight {
  readonly #bounds: CallBounds;
  readonly #byNetwork = new Map<string, number>();
  readonly #bySession = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  readonly #waitingByNetwork = new Map<string, number>();
  #size = 0;

  constructor(bounds: CallBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes a place; false where there is none. */
  enter({ network, session }: Keys): boolean {
    const { inAll, perNetwork, perSession } = this.#bounds;
    // No network takes more than it leaves free, so that a few networks never take every place.
    if ((this.#byNetwork.get(network) ?? 0) >= Math.min(perNetwork, inAll - this.#size)) return false;
    if (session !== undefined && (this.#bySession.get(session) ?? 0) >= perSession) return false;
    this.#size += 1;
    changeCount(this.#byNetwork, network, 1);
    if (session !== undefined) changeCount(this.#bySession, session, 1);
    return true;
  }

  leave({ network, session }: Keys): void {
    this.#size -= 1;
    changeCount(this.#byNetwork, network, -1);
    if (session !== undefined) changeCount(this.#bySession, session, -1);
    // Start the call that has waited longest among those for which there is room now.
    for (const waiting of this.#waiting) {
      if (!this.enter(waiting.keys)) continue;
      this.#drop(waiting);
      waiting.start();
      return;
    }
  }

  /** Calls `start` with a place taken, unless the returned function was called before. Undefined where too many wait. */
  wait(keys: Keys, start: () => void): (() => void) | undefined {
    const { waiting: most, waitingPerNetwork } = this.#bounds;
    if (this.#waiting.size >= most || (this.#waitingByNetwork.get(keys.network) ?? 0) >= waitingPerNetwork) return;
    const waiting = { keys, start };
    this.#waiting.add(waiting);
    changeCount(this.#waitingByNetwork, keys.network, 1);
    return () => this.#drop(waiting);
  }

  #drop(waiting: Waiting): void {
    if (this.#waiting.delete(waiting)) changeCount(this.#waitingByNetwork, waiting.keys.network, -1);
  }
}

/** Lets calls on to the upstream within the bounds, those of live connections within bounds of their own. */
export function boundCalls(bounds: { readonly calls: CallBounds; readonly polls: CallBounds }): Middleware {
  const calls = new CallsInFlight(bounds.calls);
  const polls = new CallsInFlight(bounds.polls);
  const networkOfClient = rememberByAddress(networkOf);
  return (_req, res, next) => {
    const { kind, client, sessionHash } = res.locals.call as CallFacts;
    const inFlight = kind === 'socket' ? polls : calls;
    const { waitMs } = kind === 'socket' ? bounds.polls : bounds.calls;
    const keys = { network: networkOfClient(client.ip), session: sessionHash };
    const start = (): void => {
      res.once('close', () => inFlight.leave(keys));
      next();
    };
    if (inFlight.enter(keys)) return start();
    const giveUp = inFlight.wait(keys, () => {
      clearTimeout(timer);
      res.off('close', leave);
      start();
    });
    if (giveUp === undefined) throw busy();
    const leave = (): void => {
      clearTimeout(timer);
      giveUp();
    };
    const timer = setTimeout(() => {
      res.off('close', leave);
      giveUp();
      next(busy());
    }, waitMs);
    res.once('close', leave);
  };
}

function busy(): GatewayError {
  return new GatewayError('unavailable', { headers: ['Retry-After', '1'] });
}
