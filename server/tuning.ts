import { scaled } from './limits/budgets.ts';

/** Every time and bound of the gateway that is no variable; tests hand in others. Times are in milliseconds. */
export const usual = {
  clients: {
    /** For the head of a request, from the moment the connection is free for it. */
    headersMs: 15_000,
    /** For a whole request, body included. */
    requestMs: 120_000,
    /** Idle between two requests; longer than the usual load balancer's 60 s, so that the gateway never closes first. */
    keepAliveMs: 70_000,
    /** How often `headersMs` and `requestMs` are checked. */
    checkMs: 5000,
    /** A client that reads nothing of an answer for so long is gone, or tries to fill our memory. */
    writeStallMs: 30_000,
  },
  unread: {
    /** Bytes that the clients of one network may leave unread together; above it, connections that read nothing between two looks are ended. */
    bytesPerNetwork: 8 * 1024 * 1024,
    everyMs: 2000,
  },
  upstream: {
    /** For a connection to open. */
    connectMs: 5000,
    /** Engine.IO answers a poll after 25 s at the latest, by default. */
    longPollMs: 60_000,
  },
  /** Live connections at once. Clients that other people made open one for every message. */
  sockets: {
    perSession: 128,
    perNetwork: 500,
    /** A connection on which nothing passes for so long is dead: Engine.IO pings every 25 s, and clients answer. */
    idleMs: 75_000,
  },
  /** Calls that wait for the upstream: twenty networks at their bound leave places for others. */
  calls: { inAll: 5000, perNetwork: 250, perSession: 100 },
  /** A live connection by polling has a call that waits for news and one that sends. */
  polls: { inAll: 20_000, perNetwork: 1000, perSession: 256 },
  health: {
    /** How long /health waits for the upstream, which it only mentions. */
    livenessWaitMs: 100,
    /** How long the upstream may take to answer. */
    probeTimeoutMs: 1000,
    /** How long one answer of the upstream is used again. */
    cacheMs: 1000,
  },
};

export type Tuning = typeof usual;
export type SomeTuning = { readonly [Part in keyof Tuning]?: Partial<Tuning[Part]> };

/** The usual times and bounds with some replaced; RATE_LIMIT_FACTOR multiplies what clients may have at once. */
export function tuned(some: SomeTuning, factor: number): Tuning {
  return {
    clients: { ...usual.clients, ...some.clients },
    unread: { ...usual.unread, ...some.unread },
    upstream: { ...usual.upstream, ...some.upstream },
    sockets: { ...multiplied(usual.sockets, factor), idleMs: usual.sockets.idleMs, ...some.sockets },
    calls: { ...multiplied(usual.calls, factor), ...some.calls },
    polls: { ...multiplied(usual.polls, factor), ...some.polls },
    health: { ...usual.health, ...some.health },
  };
}

function multiplied<Counts extends Record<string, number>>(counts: Counts, factor: number): Counts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, scaled(count, factor)])) as Counts;
}
