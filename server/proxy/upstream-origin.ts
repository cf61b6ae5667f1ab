/** The parts of the upstream's address. */
export interface UpstreamOrigin {
  protocol: 'http:' | 'https:';
  /** Without the brackets of an IPv6 address. */
  hostname: string;
  port: number;
  /** The value of its Host header. */
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
