import type { Logger } from 'pino';
import type { Counter, CounterMaker } from '#platform/limits/counters.ts';
import { createGrowingPause } from '#platform/limits/growing-pause.ts';
import { rememberByAddress } from '#server/request/by-address.ts';
import type { CallKind } from '#server/request/call-kind.ts';
import { hashed } from '#server/request/hashed.ts';
import { createPseudonyms } from '#server/watch/pseudonyms.ts';
import type { Device } from '#shared/account/device-cookie.ts';
import { networkOf } from '#shared/network-of.ts';
import { waitInWords } from '#shared/wait-in-words.ts';
import type { Admission, Refusal, Refuse } from './admission.ts';
import { accountPause, type BudgetName, budgets, type Points } from './budgets.ts';
import { KnownDevices } from './known-device.ts';
import { createLoginLimit } from './login-limit.ts';
import { ProcessCounter } from './process-counter.ts';
import { isPublicCall, readCost } from './read-costs.ts';

export interface LimitsDeps {
  readonly points: Points;
  /** Where budgets that several instances share are counted. */
  readonly counters: CounterMaker;
  readonly log: Logger;
  /** For device cookies, and for the names that stand for accounts in the log. */
  readonly secret: string;
  /** Another one that device cookies may be signed with: SECRET_PREVIOUS. */
  readonly secretPrevious?: string | undefined;
  /** Called for every refusal, for the metrics. */
  readonly onRefused?: ((budget: BudgetName) => void) | undefined;
}

/** The facts of a call that the limits read. */
export interface LimitedCall {
  readonly kind: CallKind;
  /** Relative to the API base. */
  readonly path: string;
  readonly address: string;
  /** `sessionKey` of the call. */
  readonly session: string | undefined;
  /** The key of the account that the body of a login names. */
  readonly account: string | undefined;
  readonly device: Device | undefined;
}

export interface Limits {
  readonly devices: KnownDevices;
  /**
   * A call that only reads; for a public page, the call that it makes. It is counted in this process, synchronously.
   */
  read(call: Pick<LimitedCall, 'path' | 'address' | 'session'>): Refusal | undefined;
  /** An attempt to open a live connection, by WebSocket or by polling. */
  handshake(call: Pick<LimitedCall, 'address' | 'session'> & { account: string | undefined }): Refusal | undefined;
  /** An attempt to open a live connection with a session that nobody has confirmed; `noStranger` gives its point back. */
  stranger(address: string): Refusal | undefined;
  noStranger(address: string): void;
  /** Any other call. */
  admit(call: LimitedCall): Promise<Admission>;
}

/** Spends the budgets of `budgets.ts`. */
export function createLimits({ points, counters, log, secret, secretPrevious, onRefused }: LimitsDeps): Limits {
  const devices = new KnownDevices(secret, ...(secretPrevious === undefined ? [] : [secretPrevious]));
  const pseudonym = createPseudonyms(secret);
  /** The key of the client's network. */
  const networkOfClient = rememberByAddress((address) => hashed(networkOf(address)));
  const rule = (name: BudgetName) => ({ name, points: points[name], seconds: budgets[name].seconds });
  const shared = (name: BudgetName) => counters(rule(name));
  const local = (name: BudgetName) => ({ rule: rule(name), counter: new ProcessCounter(rule(name)) });

  const refuse: Refuse = ({ rule: { name, points: quota, seconds } }, { resetMs, startsRefusing }) => {
    onRefused?.(name as BudgetName);
    // One line when a budget begins to refuse, without the key, which may identify a person.
    if (startsRefusing)
      log.warn({ audit: 'refused', budget: name, by: budgets[name as BudgetName].by }, 'rate limited');
    const wait = Math.max(1, Math.ceil(resetMs / 1000));
    return {
      allowed: false,
      message: `Too many ${nouns[name as BudgetName]}. Try again in ${waitInWords(resetMs)}.`,
      headers: [
        'Retry-After',
        String(wait),
        'RateLimit-Policy',
        `"${name}";q=${quota};w=${seconds}`,
        'RateLimit',
        `"${name}";r=0;t=${wait}`,
      ],
    };
  };

  const admitLogin = createLoginLimit(
    {
      byNetwork: shared('login-network'),
      byAccount: shared('login-account'),
      byDevice: shared('login-device'),
      pauses: createGrowingPause(counters, accountPause),
    },
    devices,
    refuse,
    (account, seconds) =>
      log.warn({ audit: 'account-paused', account: pseudonym(account ?? ''), seconds }, 'too many failed logins'),
  );
  const signups = shared('signups');
  const refusedSignups = shared('refused-signups');
  const passwordChecks = shared('password-checks');
  const writes = shared('writes');
  const networkWrites = shared('network-writes');
  const reads = local('reads');
  const networkReads = local('network-reads');
  const publicReads = local('public-reads');
  const handshakes = local('handshakes');
  const networkHandshakes = local('network-handshakes');
  const accountHandshakes = local('account-handshakes');
  const strangerHandshakes = local('stranger-handshakes');

  /** The network first: a refused network leaves no key of the session that the client may have made up. */
  function spendLocally(
    [bySession, byNetwork]: readonly [typeof reads, typeof reads],
    { address, session }: Pick<LimitedCall, 'address' | 'session'>,
    cost: number,
  ): Refusal | undefined {
    const network = networkOfClient(address);
    const ofNetwork = byNetwork.counter.spend(network, cost);
    if (!ofNetwork.allowed) return refuse(byNetwork, ofNetwork);
    if (session === undefined) return undefined;
    const ofSession = bySession.counter.spend(session, cost);
    if (ofSession.allowed) return undefined;
    // A session that has spent its own budget must not spend its network's.
    byNetwork.counter.takeBack(network, cost);
    return refuse(bySession, ofSession);
  }

  /** Spends several counters in turn; the first that is empty refuses, and those before it get their points back. */
  async function spend(...spending: readonly (readonly [Counter, string])[]): Promise<Refusal | undefined> {
    for (const [i, [counter, key]] of spending.entries()) {
      const count = await counter.add(key);
      if (count.allowed) continue;
      for (const [earlier, itsKey] of spending.slice(0, i)) void earlier.takeBack(itsKey);
      return refuse(counter, count);
    }
    return undefined;
  }

  async function admitSignup(network: string): Promise<Admission> {
    const refusal = await spend([signups, network], [refusedSignups, network]);
    return (
      refusal ?? {
        allowed: true,
        settle(status) {
          if (status !== undefined && (status < 400 || status >= 500)) void refusedSignups.takeBack(network);
        },
      }
    );
  }

  async function admitPasswordCheck(key: string): Promise<Admission> {
    const refusal = await spend([passwordChecks, key]);
    return (
      refusal ?? {
        allowed: true,
        settle(status) {
          if (status !== undefined && status < 400) void passwordChecks.forget(key);
          else if (status !== undefined && status >= 500) void passwordChecks.takeBack(key);
        },
      }
    );
  }

  return {
    devices,
    read(call) {
      const cost = readCost(call.path);
      if (!isPublicCall(call.path)) return spendLocally([reads, networkReads], call, cost);
      const spent = publicReads.counter.spend(networkOfClient(call.address), cost);
      return spent.allowed ? undefined : refuse(publicReads, spent);
    },
    handshake(call) {
      const refusal = spendLocally([handshakes, networkHandshakes], call, 1);
      if (refusal !== undefined || call.account === undefined) return refusal;
      const ofAccount = accountHandshakes.counter.spend(call.account);
      if (ofAccount.allowed) return undefined;
      networkHandshakes.counter.takeBack(networkOfClient(call.address));
      return refuse(accountHandshakes, ofAccount);
    },
    stranger(address) {
      const spent = strangerHandshakes.counter.spend(networkOfClient(address));
      return spent.allowed ? undefined : refuse(strangerHandshakes, spent);
    },
    noStranger: (address) => strangerHandshakes.counter.takeBack(networkOfClient(address)),
    async admit({ kind, address, session, account, device }) {
      const network = networkOfClient(address);
      if (kind === 'login') return admitLogin({ network, account, device });
      if (kind === 'signup') return admitSignup(network);
      const ofSession = session === undefined ? [] : [[writes, session] as const];
      const refusal = await spend([networkWrites, network], ...ofSession);
      if (refusal !== undefined) return refusal;
      const checksPassword = kind === 'password-check' || kind === 'own-password';
      return checksPassword ? admitPasswordCheck(session ?? network) : { allowed: true };
    },
  };
}

/** The noun of each budget, for the sentence that a refused user reads. */
const nouns: Readonly<Record<BudgetName, string>> = {
  'login-network': 'failed logins from your network',
  'login-account': 'failed logins',
  'login-device': 'failed logins',
  'password-checks': 'attempts with a wrong password',
  signups: 'new accounts from your network',
  'refused-signups': 'attempts to sign up',
  writes: 'changes at once',
  'network-writes': 'changes at once from your network',
  reads: 'requests at once',
  'network-reads': 'requests at once from your network',
  'public-reads': 'public pages at once from your network',
  handshakes: 'live connections',
  'account-handshakes': 'live connections',
  'network-handshakes': 'live connections from your network',
  'stranger-handshakes': 'live connections without a valid session from your network',
};
