import type { ClientAddress } from '#server/request/client-address.ts';

export interface CookieOptions {
  /** The upstream's name for its session cookie. */
  sessionCookie: string;
  /** Over https, call it `__Host-…` outside. */
  hostCookie: boolean;
  /** The upstream's path prefix, without a trailing slash. */
  prefix: string;
}

export interface CookiePolicy {
  /** The session's value and the Cookie header for the upstream, both from what the client sent. */
  incoming(header: string | undefined, client: ClientAddress): IncomingCookies;
  /** One Set-Cookie line as it may leave, or undefined when it must not. */
  outgoing(line: string, client: ClientAddress): string | undefined;
}

export interface IncomingCookies {
  header: string | undefined;
  session: string | undefined;
}

const nothing: IncomingCookies = { header: undefined, session: undefined };

/** Keeps cookies as the upstream means them, bound to this origin and hardened where it forgot to. */
export function createCookiePolicy({ sessionCookie, hostCookie, prefix }: CookieOptions): CookiePolicy {
  const publicSessionName = (client: ClientAddress): string =>
    hostCookie && client.proto === 'https' ? `__Host-${sessionCookie}` : sessionCookie;

  return {
    incoming(header, client) {
      if (header === undefined || header === '') return nothing;
      const wanted = publicSessionName(client);
      if (!header.includes(wanted) && wanted === sessionCookie) return { header, session: undefined };
      let session: string | undefined;
      const kept: string[] = [];
      for (const pair of header.split(';')) {
        const trimmed = pair.trim();
        const name = cookieName(trimmed);
        if (name === wanted) {
          // A second one was planted by a sibling domain or another path; the upstream must not choose between them.
          if (session !== undefined) continue;
          session = trimmed.slice(name.length + 1);
          kept.push(`${sessionCookie}=${session}`);
        } else if (name !== sessionCookie && trimmed !== '') kept.push(trimmed);
      }
      return { header: kept.length === 0 ? undefined : kept.join('; '), session: session || undefined };
    },

    outgoing(line, client) {
      const [pair = '', ...attributes] = line.split(';');
      const name = cookieName(pair.trim());
      if (name === '' || !pair.includes('=')) return undefined;
      const secure = client.proto === 'https';
      if (name === sessionCookie) {
        return sessionLine(publicSessionName(client) + pair.trim().slice(name.length), attributes, secure);
      }
      return foreignLine(pair.trimStart(), attributes, secure);
    },
  };

  /**
   * Any other cookie of the upstream: host-only, its path mapped, never `SameSite=None` in the open. Everything else
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
   * The session cookie belongs to the whole public site, because the gateway looks at it for pages too; scripts never
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
    // Some upstreams end a session by overwriting the value (express writes null as `j:null`): make that an end.
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
