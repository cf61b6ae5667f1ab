import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { CallFacts } from '#server/request/call.ts';
import type { GatewayError } from '#server/request/errors.ts';
import type { IdleTimeouts } from './idle-timeout.ts';
import type { Reply } from './reply.ts';
import type { UpstreamFault } from './upstream-fault.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';

/** A call on its way through the gateway. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly facts: CallFacts;
  /** Prefix, path and query for the upstream, byte for byte as the client wrote them. */
  readonly upstreamPath: string;
  /** The complete header of the upstream request, as a flat list with lower-case names. */
  readonly headers: readonly string[];
  /** Notices an upstream, or a client with more to send, that stays silent. */
  readonly idleTimeouts: IdleTimeouts;
  createReply(): Reply;
  /** The upstream gave no answer, or only a part of it. At most once for a call, and not when the client has gone. */
  fail(fault: UpstreamFault): void;
  /** The client's body was too large or too slow. Nothing more of it may reach the upstream. */
  refuse(error: GatewayError): void;
}

/** A way to the upstream and back. Every transport gives the same guarantees; they differ in what they cost. */
export interface Transport {
  forward(call: Call): void;
  close(): void;
}

export interface TransportOptions {
  readonly origin: UpstreamOrigin;
  /** Finds the upstream's addresses for a new connection. */
  readonly lookup: LookupFunction;
  /** How long a connection to the upstream may take to open, in milliseconds. */
  readonly connectMs: number;
}
