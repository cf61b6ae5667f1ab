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
  'origin',
  'set-cookie',
]);

export function isHopByHop(lowerName: string): boolean {
  return hopByHop.has(lowerName);
}

const none: ReadonlySet<string> = new Set();

/** The lower-case names that the `Connection` headers of a flat list declare to be for this connection only. */
export function connectionTokens(rawHeaders: readonly string[]): ReadonlySet<string> {
  let named: Set<string> | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 10 || name.toLowerCase() !== 'connection') continue;
    const value = rawHeaders[i + 1] as string;
    if (value === 'keep-alive' || value === 'close') continue;
    for (const token of value.toLowerCase().split(',')) {
      const lower = token.trim();
      if (lower !== '' && !endToEnd.has(lower)) {
        named ??= new Set();
        named.add(lower);
      }
    }
  }
  return named ?? none;
}
