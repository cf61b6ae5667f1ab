import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddress } from './forwarding.ts';

/** One request below /api on its way through the gateway; it has passed every check by then. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: string;
  readonly client: ClientAddress;
  readonly method: string;
  /** As the upstream sees it: with its own prefix, without /api, without the query. */
  readonly apiPath: string;
  /** Prefix, path and query: what is asked of the upstream, byte for byte as the client wrote it. */
  readonly upstreamPath: string;
  /** The value of the session cookie, if there is one. */
  readonly session: string | undefined;
  /** The largest body that this call may carry, in bytes. */
  readonly bodyLimit: number;
}

/** Whether a body follows; only its headers can tell before it is read. */
export function hasBody(req: IncomingMessage): boolean {
  const length = req.headers['content-length'];
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
