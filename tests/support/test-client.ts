import type { CheckReply } from './check-reply.ts';
import type { LeakGuard } from './leak-guard.ts';

export interface TestReply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON, or undefined. Tests look into it freely. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any reply's fields, and fails where they are missing.
  body: any;
  setCookies: string[];
}

/** An HTTP client with a cookie jar that speaks JSON. Every reply passes the leak guard, and is checked against its route. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly #ownEmails = new Set<string>();
  readonly #base: () => string;
  readonly #leakGuard: LeakGuard | undefined;
  readonly #checkReply: CheckReply | undefined;

  /** `base` is asked for with each call: calls may take turns between instances. */
  constructor(base: string | (() => string), leakGuard?: LeakGuard, checkReply?: CheckReply) {
    this.#base = typeof base === 'string' ? () => base : base;
    this.#leakGuard = leakGuard;
    this.#checkReply = checkReply;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A copy of the client with the same session and its own cookie jar, perhaps at another instance. */
  copy(base: string | (() => string) = this.#base): TestClient {
    const copy = new TestClient(base, this.#leakGuard, this.#checkReply);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    for (const email of this.#ownEmails) copy.#ownEmails.add(email);
    return copy;
  }

  /** A copy without a session, which may be told the same addresses. */
  signedOut(): TestClient {
    const copy = this.copy();
    copy.cookies.clear();
    return copy;
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: unknown) => this.send('POST', path, body);
  patch = (path: string, body?: unknown) => this.send('PATCH', path, body);
  delete = (path: string, body?: unknown) => this.send('DELETE', path, body);

  /** `body` is sent as JSON; `raw` takes other headers and bodies. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    raw: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
  ): Promise<TestReply> {
    this.#learn(body);
    const sent = raw.body ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.#base() + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...raw.headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const cookie of setCookies) this.#keep(cookie);
    const text = await response.text();
    this.#leakGuard?.checkReply({
      text,
      headers: response.headers,
      what: `${method} ${path}`,
      ownEmails: this.#ownEmails,
    });
    const reply = { status: response.status, headers: response.headers, text, body: parse(text), setCookies };
    this.#checkReply?.({ method, path, status: reply.status, body: reply.body });
    return reply;
  }

  #learn(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    if ('emailId' in body && typeof body.emailId === 'string') {
      this.#leakGuard?.knowEmail(body.emailId);
      this.#ownEmails.add(body.emailId.toLowerCase());
    }
    for (const [field, value] of Object.entries(body))
      if (/password/i.test(field) && typeof value === 'string') this.#leakGuard?.knowSecret(value);
  }

  #keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';');
    const equals = pair.indexOf('=');
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    const expires = attributes.find((attribute) => attribute.trim().toLowerCase().startsWith('expires='));
    if (value === '' || (expires && Date.parse(expires.split('=')[1] ?? '') < Date.now())) this.cookies.delete(name);
    else {
      this.cookies.set(name, value);
      this.#leakGuard?.knowSecret(value);
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
