import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type CallKind, callRules, isSafe } from '#server/request/call-kind.ts';
import type { Pseudonym } from '#server/watch/pseudonyms.ts';
import { accountKey } from '#shared/account-key.ts';
import { networkOf } from '#shared/network-of.ts';
import type { Count, Counter, CounterMaker } from './counters.ts';

export interface RateLimits {
  /** Failed logins and signups from one address, in a quarter of an hour. */
  readonly failuresPerAddress: number;
  /** Failed logins to one account, in a quarter of an hour; then it is closed for a while, each time for longer. */
  readonly failuresPerAccount: number;
  /** Accounts made from one address, in an hour. */
  readonly signupsPerAddress: number;
  /** Calls that change something, in a minute, from one session or, without one, from one address. */
  readonly writesPerMinute: number;
  /** How long an account is closed at first, in seconds; doubled each time, up to `longestPause`. */
  readonly firstPause: number;
  readonly longestPause: number;
}

/** Far above what people and test suites do, far below what guessing needs. */
export const defaultLimits: RateLimits = {
  failuresPerAddress: 60,
  failuresPerAccount: 10,
  signupsPerAddress: 600,
  writesPerMinute: 600,
  firstPause: 30,
  longestPause: 900,
};

/** Every limit, made larger or smaller by one factor. */
export function scaleLimits(limits: RateLimits, factor: number): RateLimits {
  const scaled = (points: number): number => Math.max(1, Math.round(points * factor));
  return {
    ...limits,
    failuresPerAddress: scaled(limits.failuresPerAddress),
    failuresPerAccount: scaled(limits.failuresPerAccount),
    signupsPerAddress: scaled(limits.signupsPerAddress),
    writesPerMinute: scaled(limits.writesPerMinute),
  };
}

export interface RateLimitDeps {
  readonly counters: CounterMaker;
  readonly limits: RateLimits;
  readonly log: Logger;
  /** How addresses and accounts are named in the log. */
  readonly pseudonym: Pseudonym;
}

/** The facts of a call that the limits depend on. */
export interface LimitedCall {
  readonly method: string;
  readonly kind: CallKind;
  readonly address: string;
  readonly session: string | undefined;
  /** The login's or signup's account, when there is a body that names one. */
  readonly account: () => Promise<string | undefined>;
}

/** `headers` says how long to wait, as a flat list. `settle` tells the outcome of a call that was let through. */
type Admission =
  | { readonly allowed: true; readonly settle?: (status: number | undefined) => void }
  | { readonly allowed: false; readonly headers: readonly string[] };

/** Undefined when no limit applies, so that reading costs nothing. */
export type Admit = (call: LimitedCall) => Promise<Admission> | undefined;

const quarterOfAnHour = 900;
const day = 86_400;

export function createRateLimits({ counters, limits, log, pseudonym }: RateLimitDeps): Admit {
  const addressFailures = counters({ name: 'address', points: limits.failuresPerAddress, seconds: quarterOfAnHour });
  const accountFailures = counters({ name: 'account', points: limits.failuresPerAccount, seconds: quarterOfAnHour });
  const signups = counters({ name: 'signup', points: limits.signupsPerAddress, seconds: 3600 });
  const writes = counters({ name: 'writes', points: limits.writesPerMinute, seconds: 60 });
  // Never refuses: its count is how often an account was closed today.
  const closures = counters({ name: 'closures', points: 1_000_000, seconds: day });

  /** Each attempt counts as a failure until its outcome is known, so that many at once are no way around the limit. */
  async function admitLogin(call: LimitedCall): Promise<Admission> {
    const address = hashed(networkOf(call.address));
    const email = await call.account();
    const account = email === undefined ? undefined : hashed(accountKey(email));
    const byAddress = await addressFailures.add(address);
    if (!byAddress.allowed) return refuse(addressFailures, byAddress, { address: call.address });
    if (account !== undefined) {
      const byAccount = await accountFailures.add(account);
      if (!byAccount.allowed) {
        await addressFailures.takeBack(address);
        return refuse(accountFailures, byAccount, { address: call.address, account });
      }
      // The last attempt that is allowed: if it fails, too, the account is closed for longer than last time.
      if (byAccount.remaining === 0) return { allowed: true, settle: settleLast(address, account) };
    }
    return { allowed: true, settle: settleLogin(address, account) };
  }

  function settleLogin(address: string, account: string | undefined) {
    return (status: number | undefined): void => {
      const outcome = outcomeOf(status);
      if (outcome === 'failure') return;
      void addressFailures.takeBack(address);
      if (account === undefined) return;
      if (outcome === 'success') {
        void accountFailures.forget(account);
        void closures.forget(account);
      } else void accountFailures.takeBack(account);
    };
  }

  function settleLast(address: string, account: string) {
    const settle = settleLogin(address, account);
    return (status: number | undefined): void => {
      settle(status);
      if (outcomeOf(status) === 'failure') void closeAccount(account);
    };
  }

  async function closeAccount(account: string): Promise<void> {
    const { remaining } = await closures.add(account);
    const before = closures.rule.points - remaining - 1;
    const pause = Math.min(limits.firstPause * 2 ** before, limits.longestPause);
    await accountFailures.block(account, pause);
    log.warn({ audit: 'account-closed', account: pseudonym(account), seconds: pause }, 'too many failed logins');
  }

  async function admitSignup(call: LimitedCall): Promise<Admission> {
    const address = hashed(networkOf(call.address));
    const made = await signups.add(address);
    return made.allowed ? { allowed: true } : refuse(signups, made, { address: call.address });
  }

  async function admitWrite(call: LimitedCall): Promise<Admission> {
    const who = hashed(call.session ?? networkOf(call.address));
    const written = await writes.add(who);
    return written.allowed ? { allowed: true } : refuse(writes, written, {});
  }

  /** Logs the refusal with pseudonyms instead of the address and the email. */
  function refuse(counter: Counter, count: Count, about: { address?: string; account?: string }): Admission {
    const { address, account } = about;
    if (address !== undefined) {
      const from = pseudonym(networkOf(address));
      log.warn(
        { audit: 'refused', limit: counter.rule.name, from, account: account && pseudonym(account) },
        'rate limited',
      );
    }
    return { allowed: false, headers: limitHeaders(counter, count) };
  }

  return (call) => {
    if (isSafe(call.method)) return undefined;
    switch (callRules[call.kind].budget) {
      case 'login':
        return admitLogin(call);
      case 'signup':
        return admitSignup(call);
      case 'writes':
        return admitWrite(call);
      case 'none':
        return undefined;
    }
  };
}

type Outcome = 'success' | 'failure' | 'unknown';

/** Every upstream answers wrong credentials with a 4xx; answers that say nothing about them are not counted. */
function outcomeOf(status: number | undefined): Outcome {
  if (status === undefined || status >= 500 || [408, 413, 429, 431].includes(status)) return 'unknown';
  return status >= 400 ? 'failure' : 'success';
}

function limitHeaders({ rule }: Counter, { resetMs, remaining }: Count): string[] {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  return [
    'Retry-After',
    String(seconds),
    'RateLimit-Policy',
    `"${rule.name}";q=${rule.points};w=${rule.seconds}`,
    'RateLimit',
    `"${rule.name}";r=${Math.max(remaining, 0)};t=${seconds}`,
  ];
}

/** Keys end up in Redis: emails, addresses and sessions must not be readable there. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The account that a login's body names. */
export function accountIn(body: Buffer | undefined): string | undefined {
  if (body === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    const email = typeof parsed === 'object' && parsed !== null && 'emailId' in parsed ? parsed.emailId : undefined;
    return typeof email === 'string' && email.length <= 320 ? email : undefined;
  } catch {
    return undefined;
  }
}
