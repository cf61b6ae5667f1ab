import type { Writable } from 'node:stream';
import { GatewayError } from '#server/request/errors.ts';
import { changeCount } from './change-count.ts';

export interface HoldBounds {
  readonly ms: number;
  readonly inAll: number;
  readonly perNetwork: number;
}

/** Socket.IO's client waits up to 20 s for a handshake, and 1 to 5 s before the next one. */
const usualBounds: HoldBounds = { ms: 10_000, inAll: 1000, perNetwork: 50 };

/**
 * Refused handshakes, answered after a while: clients of Socket.IO try again for ever, and know no `Retry-After`. Those
 * beyond the bounds are answered at once.
 */
export class HeldRefusals {
  readonly #bounds: HoldBounds;
  readonly #held = new Set<() => void>();
  readonly #byNetwork = new Map<string, number>();
  #isOver = false;

  constructor(bounds: HoldBounds = usualBounds) {
    this.#bounds = bounds;
  }

  /** Resolves when the error may be answered; `client` is where it goes. Other errors than refusals do not wait. */
  async hold(error: unknown, network: string, client: Writable): Promise<void> {
    const { ms, inAll, perNetwork } = this.#bounds;
    if (this.#isOver || client.destroyed || !isRefusal(error)) return;
    if (this.#held.size >= inAll || (this.#byNetwork.get(network) ?? 0) >= perNetwork) return;
    changeCount(this.#byNetwork, network, 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#held.add(resolve);
    client.once('close', resolve);
    await promise;
    clearTimeout(timer);
    client.off('close', resolve);
    this.#held.delete(resolve);
    changeCount(this.#byNetwork, network, -1);
  }

  /** Answers all, and holds none from now on. */
  end(): void {
    this.#isOver = true;
    for (const release of this.#held) release();
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError && (error.code === 'rate_limited' || error.code === 'unauthenticated');
}
