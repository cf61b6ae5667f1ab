import type { Socket } from 'node:net';
import { Tally } from '#platform/tally.ts';
import type { Tuning } from '#server/tuning.ts';

/** The owner of a live connection: its network, and the hash of its session. */
export interface SocketOwner {
  readonly network: string;
  readonly session: string;
}

interface Live {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly session: string;
  /** When a message last passed in either direction; heartbeats do not count. */
  usedAt: number;
}

/** A heartbeat of Engine.IO has 3 bytes, and 7 as a client's frame. */
const heartbeatBytes = 7;
/** After one side has ended, the other may finish sending. */
const halfOpenMs = 5000;
const closeMs = 1000;

/** The upgraded connections: counted, and ended when they are idle, half open, too many or logged out. */
export class LiveSockets {
  readonly #bounds: Tuning['sockets'];
  readonly #live = new Set<Live>();
  readonly #byNetwork = new Tally();
  readonly #bySession = new Tally();

  constructor(bounds: Tuning['sockets']) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#live.size;
  }

  /**
   * Takes a place for this socket until it closes, from its handshake on; false when its network has none left. A session
   * that has none left loses the socket without a message for longest: a tab that was closed uncleanly must not keep the
   * user's newest one out.
   */
  reserve(socket: Socket, { network, session }: SocketOwner): boolean {
    if (this.#byNetwork.of(network) >= this.#bounds.perNetwork) return false;
    if (this.#bySession.of(session) >= this.#bounds.perSession) this.#endIdlest(session);
    this.#byNetwork.add(network);
    this.#bySession.add(session);
    socket.once('close', () => {
      this.#byNetwork.add(network, -1);
      this.#bySession.add(session, -1);
    });
    return true;
  }

  /** Must be called when both sockets have just been connected and no byte has passed. */
  add(client: Socket, upstream: Socket, session: string): void {
    const live: Live = { client, upstream, session, usedAt: performance.now() };
    this.#live.add(live);
    client.setTimeout(this.#bounds.idleMs, () => end(live));
    const use = (chunk: Buffer): void => {
      if (chunk.length > heartbeatBytes) live.usedAt = performance.now();
    };
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('data', use);
      one.once('end', () => destroyAfter(halfOpenMs, one, other));
      one.once('error', () => other.destroy());
      one.once('close', () => {
        other.end();
        destroyAfter(closeMs, other);
        this.#live.delete(live);
      });
    }
  }

  endSession(session: string): void {
    for (const live of this.#live) if (live.session === session) end(live);
  }

  endAll(): void {
    for (const live of this.#live) end(live);
  }

  #endIdlest(session: string): void {
    const own = [...this.#live].filter((live) => live.session === session && !live.client.writableEnded);
    const [idlest] = own.toSorted((one, other) => one.usedAt - other.usedAt);
    if (idlest !== undefined) end(idlest);
  }
}

/** Clients of Socket.IO take the end of their connection for a loss, and reconnect. */
function end({ client, upstream }: Live): void {
  upstream.unpipe(client);
  upstream.resume();
  client.end();
  upstream.end();
  destroyAfter(closeMs, client, upstream);
}

function destroyAfter(ms: number, ...sockets: Socket[]): void {
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, ms).unref();
}
