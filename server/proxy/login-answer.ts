import type { ErrorCode } from '#shared/errors.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** Far more than any reply to a login needs; a larger one is refused. */
export const largestLoginAnswer = 1024 * 1024;

const secretName =
  /^(?:hashed|encrypted|old|new|current)?_?(?:password|passwd|pwd|passphrase)(?:_?(?:hash|digest|salt))?$|^(?:hash|salt)$/i;

export interface LoginAnswer {
  readonly body: Buffer;
  /** The password was right, and a code of the second factor is missing. */
  readonly asksForCode: boolean;
}

/**
 * The answer to a login or a sign-up without the fields that are named like a password: some upstreams send the stored
 * hash. In the answer to a failed attempt such a field carries the sentence about that input, and stays. A body that is no
 * JSON passes as it is. The upstream was asked for an unpacked answer: a packed one is a fault.
 */
export function loginAnswer(body: Buffer, encoding: string | undefined, status: number): LoginAnswer {
  if ((encoding ?? 'identity').trim().toLowerCase() !== 'identity') throw new UpstreamFault('invalid');
  let value: unknown;
  try {
    // Without the byte order mark, as browsers read it.
    value = JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new UpstreamFault('invalid', { cause: error });
    return { body, asksForCode: false };
  }
  if (status >= 300) return { body, asksForCode: status === 401 && codeOf(value) === 'second_factor_required' };
  try {
    const cleaned = JSON.stringify(value, (name, item) => (secretName.test(name) ? undefined : item));
    return { body: Buffer.from(cleaned ?? ''), asksForCode: false };
  } catch (error) {
    // JSON that is nested too deep to be written: some thousand levels, which no honest upstream sends.
    throw new UpstreamFault('invalid', { cause: error });
  }
}

function codeOf(value: unknown): ErrorCode | undefined {
  return (value as { code?: ErrorCode } | null)?.code;
}
