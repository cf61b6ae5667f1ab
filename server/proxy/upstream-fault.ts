import { GatewayError, type GatewayErrorCode } from '#server/request/errors.ts';

export type FaultKind = 'unreachable' | 'reset' | 'timeout' | 'invalid';

const codes: Record<FaultKind, GatewayErrorCode> = {
  unreachable: 'upstream_unreachable',
  reset: 'upstream_unreachable',
  timeout: 'upstream_timeout',
  invalid: 'upstream_invalid',
};

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ECONNABORTED',
]);
const reset = new Set(['ECONNRESET', 'EPIPE']);

/** Why the upstream gave no (whole) answer, in the few kinds that clients and logs tell apart. */
export class UpstreamFault extends GatewayError {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, options?: ErrorOptions) {
    super(codes[kind], {}, options);
    this.name = 'UpstreamFault';
    this.kind = kind;
  }

  static from(error: unknown): UpstreamFault {
    if (error instanceof UpstreamFault) return error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return new UpstreamFault(kindOf(code), { cause: error });
  }
}

function kindOf(code: string): FaultKind {
  if (unreachable.has(code)) return 'unreachable';
  if (code === 'ETIMEDOUT') return 'timeout';
  // Every other error of Node's HTTP client means an answer that it could not parse.
  return reset.has(code) ? 'reset' : 'invalid';
}
