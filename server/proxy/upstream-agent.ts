import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type LookupFunction, Socket } from 'node:net';
import { headerOf } from './reply-headers.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';
import { type ConnectionRules, watchConnections } from './watch-connections.ts';

/** The idle time of connections to an upstream that announces none: Node, uvicorn and others close them after 5 s. */
const usualIdleMs = 4000;
/** The upstream may close a connection at the moment it announced; a call that is on its way then would be lost. */
const spareMs = 1000;
const longestIdleMs = 600_000;

/** Connections to the upstream, as many as calls need at once, kept for further calls. */
export function createUpstreamAgent(
  origin: UpstreamOrigin,
  lookup: LookupFunction,
  rules: ConnectionRules,
): http.Agent {
  const isHttps = origin.protocol === 'https:';
  const { Agent } = isHttps ? https : http;
  const agent = new Agent({
    lookup,
    keepAlive: true,
    // Long polls hold a connection each; a limit here would make every other call wait behind them.
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: 256,
    // Node would derive the name for TLS from each request.
    ...(isHttps ? {} : { servername: '' }),
  });
  // Node's own agent follows the announced time only with a `timeout`, which costs a listener for each call.
  agent.keepSocketAlive = (socket) => {
    if (!(socket instanceof Socket)) return false;
    if (!socket.timeout) socket.setTimeout(usualIdleMs);
    socket.unref();
    return true;
  };
  return watchConnections(agent, rules);
}

/**
 * Notes on the connection of an answer how long it may stay idle before the agent closes it: until one second before the
 * upstream would.
 */
export function noteIdleTime({ rawHeaders, socket }: IncomingMessage): void {
  const seconds = /\btimeout=(\d+)/i.exec(headerOf(rawHeaders, 'keep-alive') ?? '')?.[1];
  const idleMs =
    seconds === undefined ? usualIdleMs : Math.min(Math.max(Number(seconds) * 1000 - spareMs, 1), longestIdleMs);
  if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
}

/** The next call gets a new connection. For when one was lost, or silent: the others most likely are so, too. */
export function closeIdleConnections({ freeSockets }: http.Agent): void {
  for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
