/** Where the upstream is, taken apart once. */
export interface UpstreamOrigin {
  protocol: 'http:' | 'https:';
  /** Without brackets, as sockets want it. */
  hostname: string;
  port: number;
  /** What its Host header says. */
  host: string;
  /** Its path prefix without a trailing slash; empty for none. */
  prefix: string;
  /** `http://host:port` */
  origin: string;
}

export function parseUpstreamOrigin(url: URL): UpstreamOrigin {
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  return {
    protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (protocol === 'https:' ? 443 : 80),
    host: url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
    origin: url.origin,
  };
}
