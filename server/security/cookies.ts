import type { ClientAddress } from '#server/request/client-address.ts';

export interface CookieOptions {
  /** The upstream's name for its session cookie. */
  readonly sessionCookie: string;
  /** Over https, call it `__Host-…` outside; `grace` still takes the plain name where that one is missing. */
  readonly hostCookie: 'grace' | 'on' | 'off';
  /** The upstream's path prefix, without a trailing slash. */
  readonly prefix: string;
}

export interface CookiePolicy {
  /** The session's value, out of the cookies that cookie-parser has read. */
  session(cookies: unknown, client: ClientAddress): string | undefined;
  /** The Cookie header for the upstream, made from the client's. */
  incoming(header: string | undefined, client: ClientAddress): string | undefined;
  /** A Set-Cookie line as it may leave, and what else must leave with it; empty when it must not leave. */
  outgoing(line: string, client: ClientAddress): readonly string[];
}

/**
 * Keeps cookies as the upstream means them, bound to this origin, and adds the attributes that it forgot. The package
 * `cookie` would parse and write them anew, and change quoting, order and unknown attributes on the way.
 */
export function createCookiePolicy({ sessionCookie, hostCookie, prefix }: CookieOptions): CookiePolicy {
  const hostName = `__Host-${sessionCookie}`;
  const publicSessionName = (client: ClientAddress): string =>
    hostCookie !== 'off' && client.proto === 'https' ? hostName : sessionCookie;

  const expiredLine = `${sessionCookie}=; Path=/; HttpOnly; Max-Age=0; SameSite=Lax; Secure`;

  return {
    session(cookies, client) {
      const values = cookies as Record<string, unknown> | undefined;
      const value =
        values?.[publicSessionName(client)] ?? (hostCookie === 'grace' ? values?.[sessionCookie] : undefined);
      return typeof value === 'string' && value !== '' ? value : undefined;
    },

    incoming(header, client) {
      if (header === undefined || header === '') return undefined;
      const strict = publicSessionName(client);
      const wanted = hostCookie === 'grace' && !header.includes(`${hostName}=`) ? sessionCookie : strict;
      // With at most one session cookie there is nothing to rename and nothing to drop.
      if (wanted === sessionCookie && header.indexOf(wanted) === header.lastIndexOf(wanted)) return header;
      let isFound = false;
      const kept: string[] = [];
      for (const pair of header.split(';')) {
        const trimmed = pair.trim();
        const name = cookieName(trimmed);
        if (name === wanted) {
          // A second one was planted by a sibling domain or another path; the upstream must not choose between them.
          if (isFound) continue;
          isFound = true;
          kept.push(sessionCookie + trimmed.slice(name.length));
        } else if (name !== sessionCookie && trimmed !== '') kept.push(trimmed);
      }
      return kept.length === 0 ? undefined : kept.join('; ');
    },

    outgoing(line, client) {
      const [pair = '', ...attributes] = line.split(';');
      const name = cookieName(pair.trim());
      if (name === '' || !pair.includes('=')) return [];
      const secure = client.proto === 'https';
      if (name === sessionCookie) {
        const publicName = publicSessionName(client);
        const line = sessionLine(publicName + pair.trim().slice(name.length), attributes, secure);
        // A cookie of the plain name would outlive a sign-out, and be taken for a session again.
        return publicName === sessionCookie || hostCookie !== 'grace' ? [line] : [line, expiredLine];
      }
      return [foreignLine(pair.trimStart(), attributes, secure)];
    },
  };

  /**
   * Any other cookie of the upstream: host-only, its path mapped, and never `SameSite=None` without Secure. The rest
   * stays as it was written, because a quoted value may look like attributes.
   */
  function foreignLine(pair: string, attributes: string[], secure: boolean): string {
    const kept = [pair];
    const isSecure = secure || attributes.some((attribute) => attributeName(attribute) === 'secure');
    for (const attribute of attributes) {
      const name = attributeName(attribute);
      if (name === 'domain' || name === 'secure' || attribute.trim() === '') continue;
      const isOpenNone = name === 'samesite' && !isSecure && attributeValue(attribute).toLowerCase() === 'none';
      if (name === 'path') kept.push(` Path=${publicPath(attributeValue(attribute))}`);
      else kept.push(isOpenNone ? ' SameSite=Lax' : attribute);
    }
    if (isSecure) kept.push(' Secure');
    return kept.join(';');
  }

  /**
   * The session cookie gets the path of the whole public site, because the gateway reads it for pages too. Scripts never
   * see it, and other sites never send it.
   */
  function sessionLine(pair: string, attributes: string[], secure: boolean): string {
    const kept = [pair, 'Path=/', 'HttpOnly'];
    let sameSite = 'Lax';
    let expires = false;
    let isSecure = secure;
    for (const attribute of attributes) {
      const name = attributeName(attribute);
      if (name === 'samesite' && attributeValue(attribute).toLowerCase() === 'strict') sameSite = 'Strict';
      else if (name === 'secure') isSecure = true;
      else if (name === 'max-age' || name === 'expires') {
        expires = true;
        kept.push(attribute.trim());
      } else if (name === 'priority' || name === 'partitioned') kept.push(attribute.trim());
    }
    kept.push(`SameSite=${sameSite}`);
    if (isSecure) kept.push('Secure');
    // Some upstreams end a session by overwriting the value (Express writes null as `j:null`): expire the cookie then.
    if (!expires && /=(?:|j%3Anull)$/i.test(pair)) kept.push('Max-Age=0');
    return kept.join('; ');
  }

  function publicPath(path: string): string {
    if (!path.startsWith('/')) return '/';
    const below = prefix === '' ? path : path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '/';
    return below === '/' ? '/' : `/api${below}`;
  }
}

function cookieName(pair: string): string {
  const end = pair.indexOf('=');
  return (end === -1 ? pair : pair.slice(0, end)).trim();
}

function attributeName(attribute: string): string {
  return cookieName(attribute).toLowerCase();
}

function attributeValue(attribute: string): string {
  const start = attribute.indexOf('=');
  return start === -1 ? '' : attribute.slice(start + 1).trim();
}
