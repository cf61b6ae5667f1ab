import type { GatewayConfig } from '#server/config.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { hostCookieOf } from '#server/request/identify.ts';

interface CookieOptions extends Pick<GatewayConfig, 'sessionCookie'> {
  /** The upstream's path prefix, without a trailing slash. */
  readonly prefix: string;
  /** Told once that the upstream marks cookies as Secure on connections over http. */
  readonly onSecureLost: () => void;
}

type WrittenCookies = Pick<ApiCall, 'session' | 'sessionCookie' | 'writtenCookies'>;

/** Names that no reader of cookies trims or drops. */
const plainName = /^[\x21-\x3a\x3c\x3e-\x7e]+$/;
/** A value that means the same quoted and unquoted, escaped and not. */
const plainValue = /^[\w.-]+$/;

/**
 * Keeps cookies as the upstream means them, bound to this origin, and adds the attributes that the upstream left out. The package
 * `cookie` would write them anew, and change quoting, order and unknown attributes on the way.
 */
export function createCookiePolicy(options: CookieOptions) {
  const { sessionCookie, prefix } = options;
  const hostName = hostCookieOf(sessionCookie);
  let hasTold = false;

  /** Without what a browser refuses over http: `Secure`, and attributes that need it. */
  function carried(attributes: readonly string[], isHttps: boolean): readonly string[] {
    if (isHttps) return attributes;
    const kept = attributes.filter((attribute) => !['secure', 'partitioned'].includes(attributeName(attribute)));
    if (kept.length < attributes.length && !hasTold) {
      hasTold = true;
      options.onSecureLost();
    }
    return kept;
  }

  return {
    /** The Cookie header for the upstream, made from the client's. */
    incoming({ session, sessionCookie: carrier, writtenCookies }: WrittenCookies): string | undefined {
      const kept: string[] = [];
      for (const [name, written = ''] of Object.entries(writtenCookies)) {
        if (name === carrier) {
          // A value that the gateway could not read is dropped, or the upstream might read one in it.
          if (session !== undefined || written === '') kept.push(`${sessionCookie}=${sessionValue(session, written)}`);
        } else if (name !== sessionCookie && name !== hostName && plainName.test(name)) kept.push(`${name}=${written}`);
      }
      return kept.length === 0 ? undefined : kept.join('; ');
    },

    /** A Set-Cookie line as it may leave; undefined when it must not leave. */
    outgoing(line: string, { client }: Pick<ApiCall, 'client'>): string | undefined {
      const [pair = '', ...written] = line.split(';');
      const name = cookieName(pair.trim());
      if (name === '' || !pair.includes('=')) return undefined;
      const secure = client.proto === 'https';
      const attributes = carried(written, secure);
      if (name === sessionCookie) {
        const publicName = secure ? hostName : sessionCookie;
        return sessionLine(publicName + pair.trim().slice(name.length), attributes, secure);
      }
      return foreignLine(pair.trimStart(), attributes, secure);
    },
  };

  /**
   * Any other cookie of the upstream: host-only, its path mapped, and never `SameSite=None` without Secure. The rest
   * stays as it was written, because a quoted value may look like attributes.
   */
  function foreignLine(pair: string, attributes: readonly string[], secure: boolean): string {
    const kept = [pair];
    for (const attribute of attributes) {
      const name = attributeName(attribute);
      if (name === 'domain' || name === 'secure' || attribute.trim() === '') continue;
      const isOpenNone = name === 'samesite' && !secure && attributeValue(attribute).toLowerCase() === 'none';
      if (name === 'path') kept.push(` Path=${publicPath(attributeValue(attribute))}`);
      else kept.push(isOpenNone ? ' SameSite=Lax' : attribute);
    }
    if (secure) kept.push(' Secure');
    return kept.join(';');
  }

  /**
   * The session cookie gets the path of the whole public site, because the gateway reads it for pages too. Scripts never
   * see it, and other sites never send it.
   */
  function sessionLine(pair: string, attributes: readonly string[], secure: boolean): string {
    const kept = [pair, 'Path=/', 'HttpOnly'];
    let sameSite = 'Lax';
    let expires = false;
    for (const attribute of attributes) {
      const name = attributeName(attribute);
      if (name === 'samesite' && attributeValue(attribute).toLowerCase() === 'strict') sameSite = 'Strict';
      else if (name === 'max-age' || name === 'expires') {
        expires = true;
        kept.push(attribute.trim());
      } else if (name === 'priority' || name === 'partitioned') kept.push(attribute.trim());
    }
    kept.push(`SameSite=${sameSite}`);
    if (secure) kept.push('Secure');
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

/** One spelling, where that is possible without knowing how the upstream reads it. */
function sessionValue(session: string | undefined, written: string): string {
  return session !== undefined && plainValue.test(session) ? session : written;
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
