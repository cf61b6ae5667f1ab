import type { IncomingMessage } from 'node:http';
import type { GatewayResponse } from '#server/request/facts.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** Far more than any reply to a login needs; a larger one is refused. */
export const largestLoginAnswer = 1024 * 1024;

const secretName = /(?:password|passwd|pwd|passphrase)(?:_?(?:hash|digest|salt))?$|^(?:hash|salt)$/i;

/** Reads the upstream's answer to a login or a sign-up whole, and sends it without the fields that are named like a password. */
export function sendWithoutPasswords(
  proxyRes: IncomingMessage,
  encoding: string | undefined,
  res: GatewayResponse,
  refuse: (fault: UpstreamFault) => void,
): void {
  const { statusCode = 0 } = proxyRes;
  const chunks: Buffer[] = [];
  let size = 0;
  proxyRes.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > largestLoginAnswer) refuse(new UpstreamFault('invalid'));
    else chunks.push(chunk);
  });
  proxyRes.on('end', () => {
    const { call } = res.locals;
    if (call === undefined || call.upstream.isSettled || res.destroyed) return;
    try {
      const { body, asksForCode } = loginAnswer(Buffer.concat(chunks), encoding, statusCode);
      call.asksForCode = asksForCode;
      call.upstream.isSettled = true;
      const isBodiless = statusCode === 204 || statusCode === 304;
      if (!isBodiless) res.setHeader('Content-Length', body.length);
      res.statusCode = statusCode;
      res.end(isBodiless ? undefined : body);
    } catch (error) {
      refuse(UpstreamFault.from(error));
    }
  });
  proxyRes.on('close', () => {
    if (!proxyRes.complete) refuse(new UpstreamFault('reset'));
  });
}

/**
 * The answer to a login or a sign-up without the fields that are named like a password: some upstreams send the stored
 * hash. In the answer to a failed attempt such a field carries the sentence about that input, and stays. A body that is no
 * JSON passes as it is. The upstream was asked for an unpacked answer: a packed one is a fault.
 */
function loginAnswer(body: Buffer, encoding: string | undefined, status: number) {
  if ((encoding ?? 'identity').trim().toLowerCase() !== 'identity') throw new UpstreamFault('invalid');
  let value: unknown;
  try {
    // Without the byte order mark, as browsers read it.
    value = JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new UpstreamFault('invalid', { cause: error });
    return { body, asksForCode: false };
  }
  // The password was right, and a code of the second factor is missing.
  if (status >= 300) return { body, asksForCode: status === 401 && codeOf(value) === 'second_factor_required' };
  try {
    // `hasPassword: true` is no secret.
    const isSecret = (name: string, item: unknown) => typeof item !== 'boolean' && secretName.test(name);
    const cleaned = JSON.stringify(value, (name, item) => (isSecret(name, item) ? undefined : item));
    return { body: Buffer.from(cleaned ?? ''), asksForCode: false };
  } catch (error) {
    // JSON that is nested too deep to be written: some thousand levels, which no honest upstream sends.
    throw new UpstreamFault('invalid', { cause: error });
  }
}

function codeOf(value: unknown): ErrorCode | undefined {
  return (value as { code?: ErrorCode } | null)?.code;
}
