import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

export type Encoding = 'br' | 'gzip' | 'identity';

/** From the smallest result to the largest: which one is sent where the client likes several equally. */
const preferred: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The types of negotiator do not know the options of its version 1. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/**
 * The encoding to answer with, out of those that exist, or undefined when the client accepts none of them
 * (RFC 9110, 12.5.3). Without the header, or with an empty one, that is the plain file.
 */
export function chooseEncoding(
  request: Pick<IncomingMessage, 'headers'>,
  available: readonly Encoding[],
): Encoding | undefined {
  const negotiator = new Negotiator(request) as unknown as EncodingNegotiator;
  return negotiator.encoding(available, { preferred }) as Encoding | undefined;
}
