import { apiPaths } from '#shared/paths.ts';

/** How many points may be spent in how many seconds, and by whom. */
interface Budget {
  /** The owner of one counter; a network is an IPv4 address or an IPv6 /64. */
  readonly by: 'network' | 'session' | 'account';
  readonly points: number;
  readonly seconds: number;
  /** In the sentence that a refused user reads: "Too many …". */
  readonly noun: string;
}

export type BudgetName = keyof typeof budgets;

const quarterOfAnHour = 900;
const hour = 3600;

/**
 * Every budget of calls, as `npm start` ships it; RATE_LIMIT_FACTOR multiplies the points of all. They are far above what
 * people do and far below what guessing, scraping or flooding needs. Each gateway counts for itself.
 */
export const budgets = {
  'login-network': {
    by: 'network',
    points: 60,
    seconds: quarterOfAnHour,
    noun: 'failed logins from your network',
  },
  // In front of an upstream that does not count failed logins itself (without `account`). The time is short, so that nobody
  // can lock the owner of an account out by failing on purpose.
  'login-account': {
    by: 'account',
    points: 10,
    seconds: 30,
    noun: 'failed logins',
  },
  // Calls that ask for the password again and were refused: password, address, second factor, deletion.
  'password-checks': {
    by: 'session',
    points: 10,
    seconds: quarterOfAnHour,
    noun: 'attempts with a wrong password',
  },
  signups: {
    by: 'network',
    points: 120,
    seconds: hour,
    noun: 'new accounts from your network',
  },
  // For instance because the address is taken.
  'refused-signups': {
    by: 'network',
    points: 30,
    seconds: quarterOfAnHour,
    noun: 'attempts to sign up',
  },
  writes: {
    by: 'session',
    points: 600,
    seconds: 60,
    noun: 'changes at once',
  },
  'network-writes': {
    by: 'network',
    points: 3000,
    seconds: 60,
    noun: 'changes at once from your network',
  },
  // Calls that read cost what `readCost` says.
  reads: {
    by: 'session',
    points: 1500,
    seconds: 60,
    noun: 'requests at once',
  },
  'network-reads': {
    by: 'network',
    points: 6000,
    seconds: 60,
    noun: 'requests at once from your network',
  },
  // Public pages and the calls behind them, with or without a session.
  'public-reads': {
    by: 'network',
    points: 600,
    seconds: 60,
    noun: 'public pages at once from your network',
  },
  handshakes: {
    by: 'session',
    points: 120,
    seconds: 60,
    noun: 'live connections',
  },
  'network-handshakes': {
    by: 'network',
    points: 1200,
    seconds: 60,
    noun: 'live connections from your network',
  },
} as const satisfies Record<string, Budget>;

/** The one budget that refuses no call: anybody can send reports, and they must not fill the log. */
export const browserReports = { points: 30, seconds: 60 } as const;

/** Points by budget, as configured. */
export type Points = Readonly<Record<BudgetName, number>>;

/** Every budget, made larger or smaller by one factor, and never empty from the start. */
export function scaledPoints(factor: number): Points {
  return Object.fromEntries(
    Object.entries(budgets).map(([name, { points }]) => [name, scaled(points, factor)]),
  ) as unknown as Points;
}

export function scaled(count: number, factor: number): number {
  return Math.max(1, Math.round(count * factor));
}

/** The cost of calls that read, in points of the budgets `reads` and `network-reads`, where that is not one. */
const costs: readonly (readonly [pathStart: string, points: number])[] = [
  [apiPaths.profileExport, 100],
  [apiPaths.searchPeople, 3],
  [apiPaths.searchProjects, 3],
  [apiPaths.searchMessages, 3],
  [apiPaths.feed, 3],
  [apiPaths.projects, 2],
  [apiPaths.moderationCases, 3],
  [apiPaths.publicPages, 20],
  [apiPaths.media, 0.1],
  [`${apiPaths.chatPicture}/`, 0.1],
];

/** Whether a call is one of those that everybody may make: they have a budget of their own, with or without a session. */
export function isPublicCall(path: string): boolean {
  return path.startsWith('public/');
}

/** `path` is relative to the API base, like those of `apiPaths`. */
export function readCost(path: string): number {
  return costs.find(([start]) => path.startsWith(start))?.[1] ?? 1;
}
