import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { AskUpstream, Question, UpstreamAnswer } from '#server/request/ask-upstream.ts';
import type { CallFacts } from '#server/request/facts.ts';
import { askCircuit } from './pass-circuit.ts';
import { createUpstreamAgent, noteIdleTime } from './upstream-agent.ts';
import { UpstreamFault } from './upstream-fault.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';
import type { ConnectionRules } from './watch-connections.ts';

/** Told of a call that got no answer. */
export type OnFault = (facts: Pick<CallFacts, 'requestId' | 'method' | 'kind'>, fault: UpstreamFault) => void;

export interface UpstreamClientOptions {
  readonly origin: UpstreamOrigin;
  readonly lookup: LookupFunction;
  readonly viaToken: string;
  readonly connections: ConnectionRules;
  /** From the question to the last byte of its answer. */
  readonly timeoutMs: number;
  readonly onFault: OnFault;
}

/** The largest answer that is read, in bytes: more than the largest picture. Another server at a wrong address may never end. */
const mostBytes = 2 * 1024 * 1024;

/**
 * Asks the upstream what the gateway itself wants to know, beside the proxied calls. Its connections tell the circuit
 * whether the upstream is there.
 */
export function createUpstreamClient(options: UpstreamClientOptions): { ask: AskUpstream; close: () => void } {
  const { origin, lookup, viaToken, connections, timeoutMs } = options;
  const { circuit } = connections;
  const agent = createUpstreamAgent(origin, lookup, connections);
  const { request } = origin.protocol === 'https:' ? https : http;

  async function ask(path: string, { asker, cookie, signal }: Question): Promise<UpstreamAnswer> {
    const giveBack = asker && askCircuit(circuit);
    try {
      const answer = await send(`${origin.prefix}/${path}`, headersFor(asker, cookie), signal);
      circuit.succeeded();
      return answer;
    } catch (error) {
      const fault = UpstreamFault.from(error);
      if (asker !== undefined) options.onFault({ requestId: asker.requestId, method: 'GET', kind: 'other' }, fault);
      throw fault;
    } finally {
      giveBack?.();
    }
  }

  function headersFor(asker: Question['asker'], cookie: string | undefined): http.OutgoingHttpHeaders {
    const headers = { host: origin.host, accept: 'application/json', 'accept-encoding': 'identity' };
    if (asker === undefined) return headers;
    const { requestId, client } = asker;
    return {
      ...headers,
      'x-forwarded-for': client.ip,
      'x-forwarded-proto': client.proto,
      'x-request-id': requestId,
      via: `1.1 ${viaToken}`,
      ...(cookie !== undefined && { cookie }),
    };
  }

  async function send(path: string, headers: http.OutgoingHttpHeaders, given?: AbortSignal): Promise<UpstreamAnswer> {
    const { hostname, port } = origin;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    const signal = given === undefined ? limit.signal : AbortSignal.any([given, limit.signal]);
    const call = request({ hostname, port, path, headers, agent, signal });
    let res: IncomingMessage | undefined;
    try {
      res = await answerTo(call);
      noteIdleTime(res);
      return { status: res.statusCode ?? 0, ...(await read(res)) };
    } catch (error) {
      if (signal.aborted) throw new UpstreamFault('timeout', { cause: error });
      // The upstream closed a kept connection at the very moment we used it again. Each further try takes another one.
      const diedIdle = call.reusedSocket && res === undefined && UpstreamFault.from(error).kind === 'reset';
      if (diedIdle) return await send(path, headers, given);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return { ask, close: () => agent.destroy() };
}

function answerTo(call: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve).on('error', reject);
    // An unasked 101: without a listener Node closes the connection and emits no error.
    call.on('upgrade', (_reply, socket) => {
      socket.destroy();
      reject(new UpstreamFault('invalid'));
    });
    call.end();
  });
}

async function read(res: IncomingMessage): Promise<Pick<UpstreamAnswer, 'body' | 'bytes'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of res as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new UpstreamFault('invalid');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  try {
    return { body: JSON.parse(bytes.toString('utf8')) as unknown, bytes };
  } catch {
    return { body: undefined, bytes };
  }
}
