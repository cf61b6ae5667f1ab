/** The session of a request. */
export interface SessionFacts {
  /** The name of the cookie that carries it in this request, if any does. */
  readonly sessionCookie: string;
  /** Its value, as cookie-parser reads it; undefined where there is none, or it could be read in several ways. */
  readonly session: string | undefined;
}

/** The cookies of a request, by name, as cookie-parser has read them. */
export type Cookies = Readonly<Record<string, unknown>>;

/** The name of the session cookie outside, over https. */
export function hostCookieOf(sessionCookie: string): string {
  return `__Host-${sessionCookie}`;
}

/** A readable value of the session cookie: visible ASCII, which every reader of cookies takes as it is, however it trims. */
const visible = /^[\x21-\x7e]+$/;

/**
 * Over https the session's cookie is called `__Host-…`, which no sibling domain can plant, and one of the plain name is
 * no session.
 */
export function createSessionReader(sessionCookie: string) {
  const hostName = hostCookieOf(sessionCookie);
  return (cookies: Cookies, proto: 'http' | 'https'): SessionFacts => {
    const name = proto === 'https' ? hostName : sessionCookie;
    const value = cookies[name];
    return { sessionCookie: name, session: typeof value === 'string' && visible.test(value) ? value : undefined };
  };
}
