import type { RequestBody } from './body.ts';
import type { CallKind } from './call-kind.ts';
import type { ClientAddress } from './client-address.ts';

/** A request below /api that has passed the guards: what limits and the proxy need to know of it. */
export interface CallFacts {
  readonly requestId: string;
  readonly client: ClientAddress;
  readonly method: string;
  /** Relative to the API base, as it was written. */
  readonly path: string;
  readonly kind: CallKind;
  /** The value of the session cookie, if there is one. */
  readonly session: string | undefined;
  readonly body: RequestBody;
  /** The largest body that this call may carry, in bytes. */
  readonly bodyLimit: number;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue: boolean;
  /** The answer to a login: the password was right, and the account has a second factor. */
  asksForCode?: boolean;
  /** Set-Cookie lines of the gateway's own for this answer; `rawHeaders` are the upstream's. */
  ownCookies?: (status: number, rawHeaders: readonly string[]) => readonly string[];
}

/** A call that does the same whether it arrives once or twice, and has no body that could be read only once. */
export function isRepeatable({ method, body }: CallFacts): boolean {
  return (method === 'GET' || method === 'HEAD') && body.kind === 'none';
}
