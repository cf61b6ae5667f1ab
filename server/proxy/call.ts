import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddress } from '#server/request/client-address.ts';
import type { WatchedRequest } from '#server/watch/request-record.ts';
import type { Silences } from './idle-timeout.ts';

/** What the gateway knows about a request below /api that has passed every check. */
export interface CallFacts {
  readonly req: IncomingMessage;
  readonly id: string;
  /** To be told when the upstream answers, if anybody wants to know. */
  readonly watched: WatchedRequest | undefined;
  readonly client: ClientAddress;
  readonly method: string;
  /** Which call of the upstream this is, the same for every spelling of its path; for decisions only. */
  readonly route: string;
  /** Prefix, path and query: what is asked of the upstream, byte for byte as the client wrote it. */
  readonly upstreamPath: string;
  /** The cookies for the upstream. */
  readonly cookieHeader: string | undefined;
  /** The value of the session cookie, if there is one. */
  readonly session: string | undefined;
  readonly body: RequestBody;
  /** The client waits for our go-ahead before it sends the body. */
  expectsContinue: boolean;
  /** The largest body that this call may carry, in bytes. */
  readonly bodyLimit: number;
  /** Where the silence of the upstream, or of a client that has more to say, is noticed. */
  readonly silences: Silences;
}

/** Such a request on its way through the gateway. */
export interface Call extends CallFacts {
  readonly res: ServerResponse;
}

/** A call that does the same whether it arrives once or twice, and has no body that could be read only once. */
export function isRepeatable({ method, body }: CallFacts): boolean {
  return (method === 'GET' || method === 'HEAD') && body.kind === 'none';
}

export type RequestBody = { kind: 'none' } | { kind: 'sized'; length: number } | { kind: 'chunked' };

/** What body will follow; only the headers can tell before it is read. */
export function announcedBody({ headers }: IncomingMessage): RequestBody {
  if (headers['transfer-encoding'] !== undefined) return { kind: 'chunked' };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { kind: 'sized', length } : none;
}

const none: RequestBody = { kind: 'none' };
