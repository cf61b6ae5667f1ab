import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { CallFacts } from '#server/request/call.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { RequestFacts } from '#server/request/identify.ts';
import { createUpstreamAgent, noteIdleTime } from './upstream-agent.ts';
import { UpstreamFault } from './upstream-fault.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';
import type { ConnectionRules } from './watch-connections.ts';

/** Told of a call that got no answer. */
export type OnFault = (facts: Pick<CallFacts, 'requestId' | 'method' | 'kind'>, fault: UpstreamFault) => void;

export interface PageCallOptions {
  readonly origin: UpstreamOrigin;
  readonly lookup: LookupFunction;
  readonly viaToken: string;
  readonly connections: ConnectionRules;
  readonly timeoutMs: number;
  readonly onFault: OnFault;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
}

/** Far more than any page needs. */
const mostBytes = 512 * 1024;

/**
 * Calls that the gateway makes itself: for a page of its own without anybody's session, or with the `cookie` of the call
 * that it must know more about. They pass the circuit and have the time
 * of proxied calls. `path` is relative to the API base. Rejects with a GatewayError when there is no answer.
 */
export type AskForPage = (
  path: string,
  facts: Pick<RequestFacts, 'requestId' | 'client'>,
  cookie?: string,
) => Promise<UpstreamAnswer>;

export function createPageCalls(options: PageCallOptions): { ask: AskForPage; close: () => void } {
  const { origin, lookup, viaToken, connections, timeoutMs } = options;
  const { circuit } = connections;
  const agent = createUpstreamAgent(origin, lookup, connections);
  const { request } = origin.protocol === 'https:' ? https : http;

  const ask: AskForPage = async (path, { requestId, client }, cookie) => {
    const permission = circuit.ask();
    if (!permission.allowed)
      throw new GatewayError('unavailable', { headers: ['Retry-After', String(permission.retryAfterSeconds)] });
    try {
      const answer = await send(`${origin.prefix}/${path}`, {
        host: origin.host,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'x-forwarded-for': client.ip,
        'x-forwarded-proto': client.proto,
        'x-request-id': requestId,
        via: `1.1 ${viaToken}`,
        ...(cookie !== undefined && { cookie }),
      });
      circuit.succeeded();
      return answer;
    } catch (error) {
      const fault = UpstreamFault.from(error);
      options.onFault({ requestId, method: 'GET', kind: 'other' }, fault);
      throw fault;
    }
  };

  function send(path: string, headers: http.OutgoingHttpHeaders): Promise<UpstreamAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamAnswer>();
    const { hostname, port } = origin;
    const call = request({ hostname, port, path, headers, agent }, (res) => {
      noteIdleTime(res);
      read(res).then((body) => resolve({ status: res.statusCode ?? 0, body }), reject);
    });
    const patience = setTimeout(() => call.destroy(new UpstreamFault('timeout')), timeoutMs);
    call.on('error', reject).on('close', () => clearTimeout(patience));
    call.end();
    return promise;
  }

  return { ask, close: () => agent.destroy() };
}

async function read(res: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of res as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new UpstreamFault('invalid');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
