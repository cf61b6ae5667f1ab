import dns from 'node:dns';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { GatewayResponse, RequestFacts } from '#server/request/facts.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** The parts of the upstream's address. */
export interface UpstreamOrigin {
  protocol: 'http:' | 'https:';
  /** Without the brackets of an IPv6 address. */
  hostname: string;
  port: number;
  /** The value of its Host header. */
  host: string;
  /** Its path prefix without a trailing slash; empty for none. */
  prefix: string;
}

/** A question of the gateway's own to the upstream: a GET without anybody's session. */
export interface Question {
  /** The request that it is asked for: the upstream is told who asks. */
  readonly asker?: Pick<RequestFacts, 'requestId' | 'client'>;
  /** The host of the page that it is asked for, where the answer depends on it. */
  readonly host?: string;
  /** Ends the question before the time that every call has. */
  readonly signal?: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
}

/** `path` is relative to the API base. Rejects with an UpstreamFault when there is no answer. */
export type AskUpstream = (path: string, question?: Question) => Promise<UpstreamAnswer>;

export type Upstream = ReturnType<typeof connectUpstream>;

/** Node, uvicorn and others close idle connections after 5 s; the agent follows an upstream that announces less. */
const idleConnectionMs = 4000;
/** The largest answer to a question, in bytes. Another server at a wrong address may never end. */
const mostBytes = 2 * 1024 * 1024;

export function connectUpstream(url: URL, { timeoutMs, viaToken }: { timeoutMs: number; viaToken: string }) {
  const origin = parseUpstreamOrigin(url);
  const { Agent } = origin.protocol === 'https:' ? https : http;
  const lookup = createRoundRobinLookup();
  // Long polls hold a connection each; a limit here would make every other call wait behind them.
  const maxSockets = Number.POSITIVE_INFINITY;
  /** Connections for calls, kept for further ones. */
  const agent: http.Agent = new Agent({
    lookup,
    keepAlive: true,
    timeout: idleConnectionMs,
    maxSockets,
    maxFreeSockets: 256,
  });
  /** Connections for upgrades, which keep theirs. */
  const upgradeAgent: http.Agent = new Agent({ lookup, keepAlive: false, maxSockets });

  const ask: AskUpstream = async (path, { asker, host, signal } = {}) => {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await fetch(`${url.origin}${origin.prefix}/${path}`, {
        headers: {
          accept: 'application/json',
          // No kept connection, which the upstream may close at the very moment it is used again.
          connection: 'close',
          via: `1.1 ${viaToken}`,
          ...(host !== undefined && { 'x-forwarded-host': host }),
          ...(asker && {
            'x-forwarded-for': asker.client.ip,
            'x-forwarded-proto': asker.client.proto,
            'x-request-id': asker.requestId,
          }),
        },
        redirect: 'manual',
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      return { status: answer.status, body: await jsonOf(answer) };
    } catch (error) {
      if (error instanceof UpstreamFault) throw error;
      const { name, cause } = error as Error;
      if (name === 'TimeoutError' || name === 'AbortError') throw new UpstreamFault('timeout', { cause: error });
      throw UpstreamFault.from(cause ?? error);
    }
  };

  const close = (): void => {
    agent.destroy();
    upgradeAgent.destroy();
  };
  return { origin, agent, upgradeAgent, ask, close };
}

export type ProxyPlugin = Plugin<IncomingMessage, GatewayResponse>;

/** http-proxy-middleware for our upstream. Its default plugins answer errors with text of their own, so ours replace them. */
export function createMiddleware(
  { origin: { protocol, hostname, port, prefix } }: Upstream,
  options: Pick<
    Parameters<typeof createProxyMiddleware<IncomingMessage, GatewayResponse>>[0],
    'agent' | 'pathRewrite' | 'selfHandleResponse'
  >,
  plugin: ProxyPlugin,
) {
  return createProxyMiddleware<IncomingMessage, GatewayResponse>({
    target: { protocol, host: hostname, port, pathname: prefix },
    ejectPlugins: true,
    plugins: [plugin],
    ...options,
  });
}

function parseUpstreamOrigin(url: URL): UpstreamOrigin {
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  return {
    protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (protocol === 'https:' ? 443 : 80),
    host: url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
  };
}

async function jsonOf({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new UpstreamFault('invalid');
    text += decoder.decode(chunk, { stream: true });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Resolves a name to its addresses, beginning with another one each time, so that several upstreams behind one name share
 * the connections although the resolver always sorts them the same way. Node tries the next address when one refuses.
 */
export function createRoundRobinLookup(): LookupFunction {
  let turn = 0;
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      // The preferred family stays first: the two addresses of `localhost` are one machine.
      const preferred = addresses.filter(({ family }) => family === addresses[0]?.family);
      const others = addresses.filter(({ family }) => family !== addresses[0]?.family);
      const start = turn++ % Math.max(preferred.length, 1);
      const turned = [...preferred.slice(start), ...preferred.slice(0, start), ...others];
      if (options.all) callback(null, turned);
      else callback(null, turned[0]?.address ?? '', turned[0]?.family);
    });
  };
}

/** A host that drops packets counts as unreachable in time, like one that refuses them. */
export function limitConnect(proxyReq: ClientRequest, ms: number, giveUp: () => void): void {
  const { socket } = proxyReq;
  if (!socket?.connecting) return;
  let isOpening = true;
  // Node reads the network between a timer and an immediate: a connection that opened while the process was held up is no
  // late one.
  const timer = setTimeout(() => setImmediate(() => isOpening && giveUp()), ms).unref();
  const done = (): void => {
    isOpening = false;
    clearTimeout(timer);
  };
  socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', done);
  proxyReq.once('close', done);
}
