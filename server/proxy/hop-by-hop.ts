import type { IncomingMessage } from 'node:http';

/** Headers that belong to one connection (RFC 9110 7.6.1) and a proxy never passes on. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** A `Connection` header may name further headers to drop, but not these, which belong to the message. */
const endToEnd = new Set([
  'authorization',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'location',
  'origin',
  'set-cookie',
]);

/** Lower-case names; a repeated header is a list. */
export type HeaderObject = Record<string, string | string[]>;

/** The headers of a message that do not belong to its connection alone, each with all its lines. */
export function endToEndHeaders({
  headers: { connection = '' },
  headersDistinct,
}: Pick<IncomingMessage, 'headers' | 'headersDistinct'>): [lowerName: string, lines: string[]][] {
  const named = connection.toLowerCase().split(/[\s,]+/);
  return Object.entries(headersDistinct as Record<string, string[]>).filter(
    ([name]) => !hopByHop.has(name) && (endToEnd.has(name) || !named.includes(name)),
  );
}
