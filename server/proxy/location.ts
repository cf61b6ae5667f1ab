/** The upstream's address. */
interface Upstream {
  /** `http://host:port` */
  readonly origin: string;
  readonly host: string;
  /** Its path prefix without a trailing slash; empty for none. */
  readonly prefix: string;
}

/**
 * Maps a Location of the upstream to a path of this origin. The result depends on the upstream's configured address and
 * never on a Host header; addresses of other sites stay as they are.
 */
export function createLocationMapper({ origin, host, prefix }: Upstream): (location: string) => string {
  const below = (path: string): string | undefined => {
    const rest = prefix === '' ? path : path === prefix ? '/' : path.slice(prefix.length);
    if (!path.startsWith(prefix) || !rest.startsWith('/')) return undefined;
    return `/api${rest}`;
  };
  return (location) => {
    for (const start of [origin, `//${host}`]) {
      if (location.length < start.length || location.slice(0, start.length).toLowerCase() !== start.toLowerCase())
        continue;
      const rest = location.slice(start.length);
      if (rest === '' || rest.startsWith('?') || rest.startsWith('#')) return below(`/${rest}`) ?? `/${rest}`;
      if (rest.startsWith('/')) return below(rest) ?? rest.replace(/^\/+/, '/');
    }
    if (location.startsWith('/') && !location.startsWith('//')) return below(location) ?? location;
    return location;
  };
}
