import type { LookupFunction } from 'node:net';
import type { ErrorCode } from '#shared/errors.ts';
import type { Call } from './call.ts';
import type { Reply } from './reply.ts';
import type { UpstreamFault } from './upstream-fault.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';

/** A way to the upstream and back. Every lane gives the same guarantees; they differ in what they can carry and cost. */
export interface Lane {
  forward(call: Call): void;
  close(): void;
}

export interface LaneDeps {
  readonly origin: UpstreamOrigin;
  /** Finds the upstream's addresses for a new connection. */
  readonly lookup: LookupFunction;
  /** How long a connection to the upstream may take to open, in milliseconds. */
  readonly connectMs: number;
  /** The complete header of the upstream request. */
  headers(call: Call): string[];
  createReply(call: Call): Reply;
  /** The upstream gave no answer, or only a part of it. Called once per call, not when the client has gone. */
  onFault(call: Call, fault: UpstreamFault): void;
  /** The client's body was too large or too slow; it has to be told, and nothing more reaches the upstream. */
  onRefused(call: Call, code: ErrorCode): void;
}
