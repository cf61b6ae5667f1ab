import type { Socket } from 'node:net';
import { FrameBoundary } from './frame-boundary.ts';

export interface LiveSocketLimits {
  perNetwork: number;
  /** How many a session may have, by how many it has. */
  perSession: number | ((open: number) => number);
  /** A client that sends nothing for so long is gone: Engine.IO pings every 25 s, and clients answer. */
  idleMs: number;
}

const usualIdleMs = 75_000;

/** Close codes of RFC 6455 and its registry. */
const closeCode = { goingAway: 1001, policyViolation: 1008, serviceRestart: 1012 } as const;

interface Live {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly session: string | undefined;
  readonly frames: FrameBoundary;
  bytesRead: number;
  heardAt: number;
  isClosing: boolean;
}

const halfOpenMs = 5000;
const closeMs = 1000;

/** The upgraded connections: counted, ended when idle, half-open or logged out, and closed properly at shutdown. */
export class LiveSockets {
  readonly #limits: LiveSocketLimits;
  readonly #live = new Set<Live>();
  readonly #perNetwork = new Map<string, number>();
  readonly #perSession = new Map<string, number>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: Omit<LiveSocketLimits, 'idleMs'> & Partial<LiveSocketLimits>) {
    this.#limits = { idleMs: usualIdleMs, ...limits };
  }

  get size(): number {
    return this.#live.size;
  }

  /**
   * Takes a place for this socket until it closes, from its handshake on; false when its network has none left. A
   * session that has none left loses the socket that was idle longest: a tab that was closed uncleanly must not keep
   * the user's newest one out.
   */
  reserve(socket: Socket, network: string, session: string | undefined): boolean {
    if ((this.#perNetwork.get(network) ?? 0) >= this.#limits.perNetwork) return false;
    const places: [Map<string, number>, string][] = [[this.#perNetwork, network]];
    if (session !== undefined) {
      places.push([this.#perSession, session]);
      const open = this.#perSession.get(session) ?? 0;
      const { perSession } = this.#limits;
      if (open >= (typeof perSession === 'number' ? perSession : perSession(open))) this.#closeIdlest(session);
    }
    for (const [counts, key] of places) counts.set(key, (counts.get(key) ?? 0) + 1);
    socket.once('close', () => {
      for (const [counts, key] of places) {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      }
    });
    return true;
  }

  /** Must be called when both sockets have just been connected and no byte has passed. */
  add(client: Socket, upstream: Socket, session: string | undefined): void {
    const live: Live = {
      client,
      upstream,
      session,
      frames: new FrameBoundary(),
      bytesRead: client.bytesRead,
      heardAt: performance.now(),
      isClosing: false,
    };
    this.#live.add(live);
    upstream.on('data', (chunk: Buffer) => live.frames.see(chunk));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // After one side has ended, the other may finish sending, within a bound.
      one.once('end', () => destroyAfter(halfOpenMs, one, other));
      one.once('error', () => other.destroy());
      one.once('close', () => {
        other.end();
        destroyAfter(closeMs, other);
        this.#live.delete(live);
        this.#schedule();
      });
    }
    this.#schedule();
  }

  endSession(session: string): void {
    for (const live of this.#live) if (live.session === session) close(live, closeCode.policyViolation);
  }

  closeAll(): void {
    for (const live of this.#live) close(live, closeCode.serviceRestart);
  }

  destroyAll(): void {
    for (const { client, upstream } of this.#live) {
      client.destroy();
      upstream.destroy();
    }
  }

  #closeIdlest(session: string): void {
    let idlest: Live | undefined;
    for (const live of this.#live) {
      if (live.session !== session || live.isClosing) continue;
      this.#listen(live, performance.now());
      if (idlest === undefined || live.heardAt < idlest.heardAt) idlest = live;
    }
    if (idlest !== undefined) close(idlest, closeCode.goingAway);
  }

  /** Keeps one timer for all sockets, and none without sockets. */
  #schedule(): void {
    if (this.#live.size === 0) {
      clearInterval(this.#sweep);
      this.#sweep = undefined;
    } else {
      this.#sweep ??= setInterval(() => this.#endIdle(), this.#limits.idleMs / 4).unref();
    }
  }

  #endIdle(): void {
    const now = performance.now();
    for (const live of this.#live) {
      this.#listen(live, now);
      if (now - live.heardAt >= this.#limits.idleMs) close(live, closeCode.goingAway);
    }
  }

  /** Notes whether the client has sent anything since the last look. */
  #listen(live: Live, now: number): void {
    if (live.client.bytesRead === live.bytesRead) return;
    live.bytesRead = live.client.bytesRead;
    live.heardAt = now;
  }
}

/** Sends a close frame between two messages, if such a moment comes soon, and ends both sides. */
function close(live: Live, code: number): void {
  if (live.isClosing) return;
  live.isClosing = true;
  const { client, upstream, frames } = live;
  const leave = (): void => {
    upstream.unpipe(client);
    upstream.resume();
    if (client.writable && frames.isBetween) client.write(closeFrame(code));
    client.end();
    upstream.end();
  };
  if (frames.isBetween) leave();
  else {
    const timer = setTimeout(leave, closeMs / 2).unref();
    frames.onceBetween(() => {
      clearTimeout(timer);
      // After the other listeners of this chunk, which pass it on.
      setImmediate(leave);
    });
  }
  destroyAfter(closeMs, client, upstream);
}

function closeFrame(code: number): Buffer {
  return Buffer.from([0x88, 2, code >> 8, code & 0xff]);
}

function destroyAfter(ms: number, ...sockets: Socket[]): void {
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, ms).unref();
}
