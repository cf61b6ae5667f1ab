import { apiMount as mount } from '#server/request/target.ts';
import { routeLabel } from '#server/watch/route-label.ts';
import { matchClientRoute } from '#shared/routes.ts';
import type { UpstreamOrigin } from './upstream.ts';

const absolute = /^(?:https?:)?\/\/([^/?#\\]*)([^\\]*)$/i;
/** In lower case, without a default port, which some upstreams and proxies write out. */
const bare = (host: string) => host.toLowerCase().replace(/:(?:80|443)$/, '');

/**
 * Maps a Location of the upstream to a path of this origin. An upstream writes its own host there, with the scheme of
 * X-Forwarded-Proto, or the public host. Addresses of other sites stay as they are, and no host is ever written.
 */
export function createLocationMapper({ host, hostname, prefix }: UpstreamOrigin) {
  const own = [host, hostname.includes(':') ? `[${hostname}]` : hostname].map(bare);

  function mapped(path: string): string {
    if (prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)))
      return mount + (path.slice(prefix.length) || '/');
    // An upstream that reads X-Forwarded-Prefix has written the mount already.
    if (path === mount || path.startsWith(`${mount}/`)) return path;
    return prefix === '' ? mount + path : path;
  }

  return (location: string, publicHosts: readonly string[]): string => {
    if (location.startsWith('/') && !location.startsWith('//')) return mapped(location);
    const [, authority = '', rest = ''] = absolute.exec(location) ?? [];
    const target = bare(authority);
    const path = `/${rest.replace(/^\/+/, '')}`;
    if (own.includes(target)) return mapped(path);
    if (target === '' || !publicHosts.map(bare).includes(target)) return location;
    return isPage(path) ? path : mapped(path);
  };
}

/** Our own upstream redirects to pages; a path that is both a page and a call is taken for the call. */
function isPage(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  return matchClientRoute(pathname) !== undefined && routeLabel(mount + pathname) === `${mount}/(other)`;
}
