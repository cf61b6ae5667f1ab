/** The owner of one counter; a network is an IPv4 address or an IPv6 /64. */
export type CountedBy = 'network' | 'session' | 'account' | 'account and device' | 'everybody';

/** How many points may be spent in how many seconds, and by whom. */
export interface Budget {
  readonly counts: string;
  readonly by: CountedBy;
  readonly points: number;
  readonly seconds: number;
  /** Shared by all instances through Redis, or counted in each process, which is cheaper. */
  readonly shared: boolean;
  readonly whenEmpty: string;
}

export type BudgetName = keyof typeof budgets;

const quarterOfAnHour = 900;
const hour = 3600;

/**
 * Every budget of calls, as `npm start` ships it; RATE_LIMIT_FACTOR multiplies the points of all. They are far
 * above what people do and far below what guessing, scraping or flooding needs.
 */
export const budgets = {
  'login-network': {
    counts: 'failed logins, from devices that have not signed in to the account before',
    by: 'network',
    points: 60,
    seconds: quarterOfAnHour,
    shared: true,
    whenEmpty: 'logins from this network wait until the time is over',
  },
  'login-account': {
    counts: 'failed logins, from devices that have not signed in to the account before',
    by: 'account',
    points: 10,
    seconds: quarterOfAnHour,
    shared: true,
    whenEmpty: 'unknown devices wait 30 seconds, then twice as long each time, up to 15 minutes',
  },
  'login-device': {
    counts: 'failed logins from a device that has signed in to the account before',
    by: 'account and device',
    points: 10,
    seconds: quarterOfAnHour,
    shared: true,
    whenEmpty: 'this device waits until the time is over',
  },
  'password-checks': {
    counts: 'calls that ask for the password again and were refused: password, address, second factor, deletion',
    by: 'session',
    points: 10,
    seconds: quarterOfAnHour,
    shared: true,
    whenEmpty: 'the session cannot try again until the time is over',
  },
  signups: {
    counts: 'attempts to make an account',
    by: 'network',
    points: 120,
    seconds: hour,
    shared: true,
    whenEmpty: 'nobody on this network can make an account until the time is over',
  },
  'refused-signups': {
    counts: 'attempts to make an account that were refused, for instance because the address is taken',
    by: 'network',
    points: 30,
    seconds: quarterOfAnHour,
    shared: true,
    whenEmpty: 'nobody on this network can make an account until the time is over',
  },
  writes: {
    counts: 'calls that change something',
    by: 'session',
    points: 600,
    seconds: 60,
    shared: true,
    whenEmpty: 'the session can only read until the minute is over',
  },
  'network-writes': {
    counts: 'calls that change something',
    by: 'network',
    points: 3000,
    seconds: 60,
    shared: true,
    whenEmpty: 'the network can only read until the minute is over',
  },
  reads: {
    counts: 'calls that read, by their cost',
    by: 'session',
    points: 1500,
    seconds: 60,
    shared: false,
    whenEmpty: 'calls are refused until the minute is over',
  },
  'network-reads': {
    counts: 'calls that read, by their cost',
    by: 'network',
    points: 6000,
    seconds: 60,
    shared: false,
    whenEmpty: 'calls are refused until the minute is over',
  },
  'public-reads': {
    counts: 'public pages, their pictures and the calls behind them, by their cost, with or without a session',
    by: 'network',
    points: 600,
    seconds: 60,
    shared: false,
    whenEmpty: 'public pages are refused until the minute is over',
  },
  handshakes: {
    counts: 'attempts to open a live connection',
    by: 'session',
    points: 120,
    seconds: 60,
    shared: false,
    whenEmpty: 'live connections are refused until the minute is over',
  },
  'account-handshakes': {
    counts: 'attempts to open a live connection, with any session of the account',
    by: 'account',
    points: 300,
    seconds: 60,
    shared: false,
    whenEmpty: 'live connections are refused until the minute is over',
  },
  'stranger-handshakes': {
    counts: 'attempts to open a live connection with a session that the upstream does not confirm',
    by: 'network',
    points: 300,
    seconds: 60,
    shared: false,
    whenEmpty: 'sessions open none until the upstream has confirmed them in another call, or the minute is over',
  },
  'network-handshakes': {
    counts: 'attempts to open a live connection with a valid session',
    by: 'network',
    points: 1200,
    seconds: 60,
    shared: false,
    whenEmpty: 'live connections are refused until the minute is over',
  },
} as const satisfies Record<string, Budget>;

/** The one budget that refuses no call: anybody can send reports, and they must not fill the log. */
export const browserReports: Budget = {
  counts: 'reports of browsers that the log takes',
  by: 'everybody',
  points: 30,
  seconds: 60,
  shared: false,
  whenEmpty: 'reports are still answered 204 and counted in the metrics, but not logged',
};

/**
 * How many live connections may be open at once. A session or an account that opens more loses the one that was idle
 * longest. Clients that other people made open one for every message.
 */
export const openSockets = { perSession: 128, perAccount: 192, perNetwork: 500 } as const;

/** How long unknown devices wait once the account's budget is empty: doubled each time within a day. */
export const accountPause = { firstSeconds: 30, longestSeconds: 900, rememberedSeconds: 86_400 } as const;

export function scaledSockets(factor: number): { readonly [Name in keyof typeof openSockets]: number } {
  const { perSession, perAccount, perNetwork } = openSockets;
  return {
    perSession: scaled(perSession, factor),
    perAccount: scaled(perAccount, factor),
    perNetwork: scaled(perNetwork, factor),
  };
}

function scaled(points: number, factor: number): number {
  return Math.max(1, Math.round(points * factor));
}

/** Points by budget, as configured. */
export type Points = Readonly<Record<BudgetName, number>>;

/** Every budget, made larger or smaller by one factor, and never empty from the start. */
export function scaledPoints(factor: number): Points {
  return Object.fromEntries(
    Object.entries(budgets).map(([name, { points }]) => [name, scaled(points, factor)]),
  ) as unknown as Points;
}

/** The bytes of one key of a counter: 43 characters of a hash, its window and their places in maps. */
const bytesOfKey = 500;

/** The memory that one network can make the counters hold, in bytes, with the budgets as they are shipped. */
export function mostMemoryOfOneNetwork(): number {
  const { 'network-reads': reads, 'network-writes': writes, 'network-handshakes': handshakes } = budgets;
  return (reads.points + writes.points + handshakes.points) * bytesOfKey;
}

/** How many calls may wait for the upstream at once, and how many more may wait for a place, for how long. */
export interface CallBounds {
  readonly inAll: number;
  readonly perNetwork: number;
  readonly perSession: number;
  readonly waiting: number;
  readonly waitingPerNetwork: number;
  readonly waitMs: number;
}

const callBounds: CallBounds = {
  inAll: 1000,
  perNetwork: 250,
  perSession: 50,
  waiting: 500,
  waitingPerNetwork: 100,
  waitMs: 2000,
};

/** A live connection by polling has a call that waits for news and one that sends. */
const pollBounds: CallBounds = {
  ...callBounds,
  inAll: 10_000,
  perNetwork: 2 * openSockets.perNetwork,
  perSession: 2 * openSockets.perSession,
};

/** The gateway's own questions to the upstream: whose session wants to open a live connection. */
const questionBounds: CallBounds = {
  ...{ inAll: 200, perNetwork: 20, perSession: 1 },
  ...{ waiting: 5000, waitingPerNetwork: 200, waitMs: 5000 },
};

type ScaledBounds = { readonly [Name in 'calls' | 'polls' | 'questions']: CallBounds };

export function scaledBounds(factor: number): ScaledBounds {
  const scale = ({ waitMs, ...counts }: CallBounds) => ({
    ...(Object.fromEntries(
      Object.entries(counts).map(([name, most]) => [name, scaled(most, factor)]),
    ) as typeof counts),
    waitMs,
  });
  return { calls: scale(callBounds), polls: scale(pollBounds), questions: scale(questionBounds) };
}
