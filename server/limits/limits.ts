import express, { type Request } from 'express';
import type { Logger } from 'pino';
import { waitInWords } from '#platform/wait-in-words.ts';
import { WindowCounter } from '#platform/window-counter.ts';
import { hashed } from '#server/request/call.ts';
import { callRules, isSafe } from '#server/request/call-kind.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { ApiCall, GatewayResponse, Middleware } from '#server/request/facts.ts';
import { accountKey } from '#shared/account/account-key.ts';
import { type BudgetName, budgets, isPublicCall, type Points, readCost } from './budgets.ts';

export interface LimitsDeps {
  readonly points: Points;
  readonly log: Logger;
  /** Whether the upstream counts failed logins by account itself. */
  readonly countsLogins: () => Promise<boolean>;
  /** Called for every refusal, for the metrics. */
  readonly onRefused?: ((budget: BudgetName) => void) | undefined;
}

/** A call that only reads: for a public page, the call behind it. */
export type ReadCall = Pick<ApiCall, 'client' | 'path'> & Partial<Pick<ApiCall, 'session' | 'sessionHash'>>;

export type Limits = ReturnType<typeof createLimits>;

/** One counter of one budget, and the key that is counted. */
type Spending = readonly [BudgetName, key: string];

const wellFormedSession = /^[\w.-]{16,4096}$/;

/** Spends the budgets of `budgets.ts`. */
export function createLimits({ points, log, countsLogins, onRefused }: LimitsDeps) {
  const counters = Object.fromEntries(
    Object.entries(budgets).map(([name, { seconds }]) => [
      name,
      new WindowCounter({ points: points[name as BudgetName], seconds }),
    ]),
  ) as Record<BudgetName, WindowCounter>;

  /** Spends several budgets in turn; the first that is empty refuses, and those before it get their points back. */
  function spend(spending: readonly Spending[], cost = 1): void {
    for (const [i, [name, key]] of spending.entries()) {
      const { allowed, resetMs, startsRefusing } = counters[name].spend(key, cost);
      if (allowed) continue;
      for (const [earlier, itsKey] of spending.slice(0, i)) counters[earlier].takeBack(itsKey, cost);
      throw refusal(name, resetMs, startsRefusing);
    }
  }

  function refusal(name: BudgetName, resetMs: number, startsRefusing: boolean): GatewayError {
    onRefused?.(name);
    const { by, noun, seconds } = budgets[name];
    // One line when a budget begins to refuse, without the key, which may identify a person.
    if (startsRefusing) log.warn({ audit: 'refused', budget: name, by }, 'rate limited');
    const wait = Math.max(1, Math.ceil(resetMs / 1000));
    return new GatewayError('rate_limited', {
      message: `Too many ${noun}. Try again in ${waitInWords(resetMs)}.`,
      headers: {
        'Retry-After': String(wait),
        'RateLimit-Policy': `"${name}";q=${points[name]};w=${seconds}`,
        RateLimit: `"${name}";r=0;t=${wait}`,
      },
    });
  }

  /** The network first: a refused network leaves no key of the session that the client may have made up. */
  function spendFor(ofNetwork: BudgetName, ofSession: BudgetName, call: ReadCall, cost = 1): void {
    const session = sessionKey(call);
    spend([[ofNetwork, call.client.network], ...(session === undefined ? [] : [[ofSession, session] as const])], cost);
  }

  /** Throws `rate_limited` where nothing more may be read. */
  function read(call: ReadCall): void {
    const cost = readCost(call.path);
    if (isPublicCall(call.path)) spend([['public-reads', call.client.network]], cost);
    else spendFor('network-reads', 'reads', call, cost);
  }

  /** Throws `rate_limited` where no more live connections may be opened. */
  const handshake = (call: ApiCall): void => spendFor('network-handshakes', 'handshakes', call);

  /**
   * Spends the points of an attempt when it begins, and gives them back only when the upstream's answer does not blame it,
   * so that neither parallel attempts nor hanging up get around the limit.
   */
  function attempt(
    res: GatewayResponse,
    spending: readonly Spending[],
    settle: (status: number | undefined) => Outcome,
  ) {
    spend(spending);
    const finish = (): void => {
      const outcome = settle(res.headersSent ? res.statusCode : undefined);
      for (const [name, key] of spending) {
        if (outcome === 'succeeded' && budgets[name].by !== 'network') counters[name].forget(key);
        else if (outcome !== 'failed') counters[name].takeBack(key);
      }
    };
    if (res.destroyed) finish();
    else res.once('close', finish);
  }

  async function login(req: Request, res: GatewayResponse, call: ApiCall): Promise<void> {
    // Only here the body is read: our own upstream counts failures by account and knows devices.
    const account = (await countsLogins()) ? undefined : await readAccount(req, res, call);
    const byAccount: readonly Spending[] = account === undefined ? [] : [['login-account', account]];
    // A question for a second factor blames nothing: the password was right.
    attempt(res, [['login-network', call.client.network], ...byAccount], (status) =>
      call.asksForCode ? 'spared' : outcomeOf(status, [408, 413, 415, 429, 431]),
    );
  }

  function change(res: GatewayResponse, call: ApiCall): void {
    const { kind, client } = call;
    if (kind === 'signup') {
      spend([['signups', client.network]]);
      attempt(res, [['refused-signups', client.network]], (status) => outcomeOf(status));
      return;
    }
    spendFor('network-writes', 'writes', call);
    if (kind === 'password-check' || kind === 'own-password')
      attempt(res, [['password-checks', sessionKey(call) ?? client.network]], (status) => outcomeOf(status));
  }

  /** Refuses calls beyond their budget. Comes after the guards, and before the proxy. */
  const middleware: Middleware = async (req, res, next) => {
    const { call } = res.locals;
    if (call === undefined) return next();
    // The upgrade of a connection that began by polling opens no second one: it costs what a poll costs.
    if (call.opensSocket) handshake(call);
    else if (call.kind === 'socket' || isSafe(call.method)) read(call);
    else {
      if (callRules[call.kind].checksPassword && call.body.kind !== 'none') requirePlainJson(req);
      if (call.kind === 'login') await login(req, res, call);
      else change(res, call);
    }
    // The client may have disconnected meanwhile. No `close` event would follow to end the call.
    if (!res.destroyed) next();
  };

  return { read, handshake, middleware };
}

/** How an attempt ended: the counter forgets the key of one that succeeded, keeps the points of one that failed, and takes back those of one that was spared. */
type Outcome = 'succeeded' | 'failed' | 'spared';

/** Wrong input is a 4xx with every upstream. A client that hung up has no status, and counts as a failure. */
function outcomeOf(status: number | undefined, spared: readonly number[] = []): Outcome {
  if (status === undefined) return 'failed';
  if (status < 400) return 'succeeded';
  return status < 500 && !spared.includes(status) ? 'failed' : 'spared';
}

/**
 * The key under which budgets count a session. Undefined where the value cannot be a session, for instance the `j:null` of
 * everybody who has signed out: such a call counts for its network only.
 */
function sessionKey({ session, sessionHash }: ReadCall): string | undefined {
  return session !== undefined && wellFormedSession.test(session) ? sessionHash : undefined;
}

/** JSON in UTF-8, not compressed: everybody who reads such a body must read the same. Throws `unsupported_media`. */
function requirePlainJson({ headers }: Pick<Request, 'headers'>): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (encoding !== 'identity' || type.trim() !== 'application/json' || !isUtf8)
    throw new GatewayError('unsupported_media', { message: 'Send JSON in UTF-8, without compression.' });
}

/** Enough for any email and password; a longer body could hide the account. */
const parse = express.json({ limit: '16kb', inflate: false });

/**
 * The key of the account that the body of a login names, undefined where it names none. The body is parsed into `req.body`,
 * and http-proxy-middleware hands exactly that on (`fixRequestBody`).
 */
async function readAccount(req: Request, res: GatewayResponse, call: ApiCall): Promise<string | undefined> {
  if (call.body.kind === 'none') return undefined;
  if (call.expectsContinue) res.writeContinue();
  call.expectsContinue = false;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  parse(req, res, resolve);
  const error = (await promise) as { status?: number } | undefined;
  if (error !== undefined) throw new GatewayError(error.status === 413 ? 'too_large' : 'malformed_json');
  const { emailId } = (req.body ?? {}) as { emailId?: unknown };
  return typeof emailId === 'string' && emailId.length <= 320 ? hashed(accountKey(emailId)) : undefined;
}
