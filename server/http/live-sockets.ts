import type { Socket } from 'node:net';
import { FrameBoundary } from './frame-boundary.ts';

export interface LiveSocketLimits {
  perNetwork: number;
  perSession: number;
  perAccount: number;
  /** A client that sends nothing for so long is gone: Engine.IO pings every 25 s, and clients answer. */
  idleMs: number;
}

const usualIdleMs = 75_000;

/** Close codes of RFC 6455 and its registry. */
const closeCode = { goingAway: 1001, policyViolation: 1008, serviceRestart: 1012 } as const;

/** The owner of a live connection: its account, its network, and the hash of its session. */
export interface SocketOwner {
  readonly network: string;
  readonly session: string | undefined;
  /** Undefined where the upstream names none. */
  readonly account: string | undefined;
}

type Bounded = 'session' | 'account';

interface Live {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly owner: Omit<SocketOwner, 'network'>;
  readonly frames: FrameBoundary;
  /** When the client last sent anything, heartbeats included. */
  heardAt: number;
  /** When a message last passed in either direction; heartbeats do not count. */
  usedAt: number;
  isClosing: boolean;
}

/** A heartbeat of Engine.IO has 3 bytes, and 7 as a client's frame. */
const heartbeatBytes = 7;
/** Engine.IO pings every 25 s: a client that has sent nothing for so long has missed a ping. */
const answersWithinMs = 40_000;

const halfOpenMs = 5000;
const closeMs = 1000;

/** The upgraded connections: counted, ended when idle, half-open or logged out, and closed properly at shutdown. */
export class LiveSockets {
  readonly #limits: LiveSocketLimits;
  readonly #live = new Set<Live>();
  readonly #counts = { network: new Map(), session: new Map(), account: new Map() } satisfies {
    [Name in keyof SocketOwner]: Map<string, number>;
  };
  #sweep: NodeJS.Timeout | undefined;

  constructor(limits: Omit<LiveSocketLimits, 'idleMs'> & Partial<LiveSocketLimits>) {
    this.#limits = { idleMs: usualIdleMs, ...limits };
  }

  get size(): number {
    return this.#live.size;
  }

  /**
   * Takes a place for this socket until it closes, from its handshake on; false when its network has none left. A
   * session or an account that has none left loses the socket that was idle longest: a tab that was closed uncleanly
   * must not keep the user's newest one out.
   */
  reserve(socket: Socket, owner: SocketOwner): boolean {
    const { perNetwork, perSession, perAccount } = this.#limits;
    if ((this.#counts.network.get(owner.network) ?? 0) >= perNetwork) return false;
    const isClosed = this.#makePlace('session', owner.session, perSession);
    if (!isClosed) this.#makePlace('account', owner.account, perAccount);
    const places: [Map<string, number>, string][] = [];
    for (const name of ['network', 'session', 'account'] as const) {
      const key = owner[name];
      if (key !== undefined) places.push([this.#counts[name], key]);
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
  add(client: Socket, upstream: Socket, owner: Omit<SocketOwner, 'network'>): void {
    const now = performance.now();
    const frames = new FrameBoundary();
    const live: Live = { client, upstream, owner, frames, heardAt: now, usedAt: now, isClosing: false };
    this.#live.add(live);
    upstream.on('data', (chunk: Buffer) => {
      frames.see(chunk);
      if (chunk.length > heartbeatBytes) live.usedAt = performance.now();
    });
    client.on('data', (chunk: Buffer) => {
      live.heardAt = performance.now();
      if (chunk.length > heartbeatBytes) live.usedAt = live.heardAt;
    });
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
    for (const live of this.#live) if (live.owner.session === session) close(live, closeCode.policyViolation);
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

  /** Closes the socket that was idle longest, if there are too many; true when there were. */
  #makePlace(name: Bounded, key: string | undefined, most: number): boolean {
    if (key === undefined || (this.#counts[name].get(key) ?? 0) < most) return false;
    const now = performance.now();
    let idlest: Live | undefined;
    for (const live of this.#live)
      if (live.owner[name] === key && !live.isClosing && (idlest === undefined || isIdler(live, idlest, now)))
        idlest = live;
    if (idlest !== undefined) close(idlest, closeCode.goingAway);
    return true;
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
    for (const live of this.#live) if (now - live.heardAt >= this.#limits.idleMs) close(live, closeCode.goingAway);
  }
}

/**
 * A client that answers no heartbeat is gone, even if messages are still sent to it. Between two that answer, the older
 * last message decides, and messages to a client count like those from it.
 */
function isIdler(one: Live, other: Live, now: number): boolean {
  const isGone = now - one.heardAt > answersWithinMs;
  const isOtherGone = now - other.heardAt > answersWithinMs;
  return isGone === isOtherGone ? one.usedAt < other.usedAt : isGone;
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
      // Only after the library's listener has passed this chunk on.
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
