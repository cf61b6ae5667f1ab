import type { RequestFacts } from './facts.ts';

/** A question of the gateway's own to the upstream: a GET, without anybody's session but the one in `cookie`. */
export interface Question {
  /** The request that it is asked for. Such a question passes the circuit, and the upstream is told who asks. */
  readonly asker?: Pick<RequestFacts, 'requestId' | 'client'>;
  /** The Cookie header, where the question is about the session of the asker. */
  readonly cookie?: string;
  /** Ends the question before the time that every call has. */
  readonly signal?: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** The parsed body; undefined where it is no JSON. */
  readonly body: unknown;
  readonly bytes: Buffer;
}

/** `path` is relative to the API base. Rejects with a GatewayError when there is no answer. */
export type AskUpstream = (path: string, question: Question) => Promise<UpstreamAnswer>;
