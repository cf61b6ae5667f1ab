/** One row of the table: how many points a key has in how many seconds. */
export interface Budget {
  /** The key, and the event that takes points from it. */
  readonly counts: string;
  readonly points: number;
  readonly seconds: number;
  /** The answer to the caller when the budget is empty. */
  readonly whenEmpty: string;
}

/**
 * Every budget of the upstream. RATE_LIMIT_FACTOR multiplies the points. They are counted in Redis where there is one,
 * else in the process. The gateway has a table of its own for the calls it carries; these hold without a gateway too.
 */
export const budgets = {
  'password-device': {
    counts: 'wrong passwords of one account at all devices that have signed in to it before',
    points: 10,
    seconds: 900,
    whenEmpty: '429 until the quarter of an hour is over',
  },
  'password-account': {
    counts:
      'wrong passwords of one account from all other devices: login, change of the password, second factor, deletion',
    points: 10,
    seconds: 900,
    whenEmpty: '429 for 30 s, then one attempt at a time with a pause that doubles up to 15 minutes',
  },
  'password-address': {
    counts: 'wrong passwords from one IPv4 address or IPv6 /64, except from known devices',
    points: 60,
    seconds: 900,
    whenEmpty: '429 until the quarter of an hour is over',
  },
  'passkey-address': {
    counts: 'logins with a passkey that fail, from one IPv4 address or IPv6 /64',
    points: 60,
    seconds: 900,
    whenEmpty: '429 until the quarter of an hour is over',
  },
  'totp-device': {
    counts: 'wrong six-digit codes of one account at all devices that have signed in to it before',
    points: 20,
    seconds: 86_400,
    whenEmpty: '429 until the day is over; recovery codes and passkeys go on working',
  },
  'totp-account': {
    counts: 'wrong six-digit codes of one account from all other devices, each after the right password',
    points: 20,
    seconds: 86_400,
    whenEmpty: '429 until the day is over; the owner is told by mail; recovery codes and passkeys go on working',
  },
  'totp-start': {
    counts: 'wrong codes of one account when its second factor is switched on',
    points: 10,
    seconds: 900,
    whenEmpty: '429 until the quarter of an hour is over',
  },
  'code-address': {
    counts: 'wrong codes from one IPv4 address or IPv6 /64, except six digits from known devices',
    points: 60,
    seconds: 900,
    whenEmpty: '429 until the quarter of an hour is over',
  },
  'signup-address': {
    counts: 'accounts made from one IPv4 address or IPv6 /64',
    points: 60,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'signup-domain': {
    counts: 'accounts made with addresses of one mail domain; one of a large public provider costs a tenth',
    points: 1000,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'signup-taken': {
    counts: 'sign-ups answered with "taken" from one IPv4 address or IPv6 /64, which tell who has an account',
    points: 20,
    seconds: 3600,
    whenEmpty: '429 for every sign-up from there until the hour is over',
  },
  'near-words': {
    counts: 'words near those typed that searches of one account look for where nothing matches as typed',
    points: 40_000,
    seconds: 60,
    whenEmpty: 'the search finds only what is written as typed, until the minute is over',
  },
  reports: {
    counts: 'reports made by one account; no other budget of the upstream stands in their way',
    points: 30,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  preferences: {
    counts: 'changes of one account’s preferences',
    points: 600,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  moderation: {
    counts: 'actions of one moderator in cases',
    points: 300,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'mail-account': {
    counts: 'mails that a session of one account asked for: a confirmation, a change of the address, a deletion',
    points: 6,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'reset-device': {
    counts: 'links for a lost password of one account asked for at all devices that have signed in to it before',
    points: 6,
    seconds: 3600,
    whenEmpty: 'answered as always, without a mail',
  },
  'reset-account': {
    counts: 'links for a lost password of one account asked for from all other devices',
    points: 6,
    seconds: 3600,
    whenEmpty: 'answered as always, without a mail; known devices have an allowance of their own',
  },
  'mail-address': {
    counts: 'links for a lost password asked for from one IPv4 address or IPv6 /64',
    points: 30,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'link-address': {
    counts: 'links from mails, and invitations, that are not valid, from one IPv4 address or IPv6 /64',
    points: 60,
    seconds: 900,
    whenEmpty: '429 until the quarter of an hour is over',
  },
  'code-account': {
    counts: 'wrong codes for the confirmation of one account’s address',
    points: 10,
    seconds: 3600,
    whenEmpty: '429 until the hour is over; the link goes on working',
  },
  push: {
    counts: 'browsers that one account subscribes to push messages',
    points: 60,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'message-changes': {
    counts: 'messages that one account edits or deletes',
    points: 600,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  reactions: {
    counts: 'reactions that one account chooses or takes back',
    points: 1200,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'message-searches': {
    counts: 'searches of one account in its messages',
    points: 240,
    seconds: 60,
    whenEmpty: '429 until the minute is over',
  },
  invites: {
    counts: 'invitations into projects that one account makes',
    points: 60,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  updates: {
    counts: 'updates of projects that one account posts',
    points: 60,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  uploads: {
    counts: 'pictures uploaded by one account, also into chats',
    points: 120,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** How long an account refuses unknown devices after their budget is used up, and how that grows. */
export const pauses = { firstSeconds: 30, longestSeconds: 900, rememberedSeconds: 86_400 } as const;

/** The cost of an account with an address of this domain, in points of `signup-domain`. */
export function costOfMailDomain(domain: string): number {
  return publicMailDomains.has(domain) ? 1 : 10;
}

const publicMailDomains = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'icloud.com'],
  ...['me.com', 'mac.com', 'proton.me', 'protonmail.com', 'gmx.net', 'gmx.de', 'web.de', 'aol.com', 'mail.com'],
  ...['yandex.ru', 'mail.ru', 'qq.com', '163.com', '126.com', 'naver.com', 'fastmail.com', 'zoho.com', 'tuta.com'],
  ...['orange.fr', 'free.fr', 'libero.it', 'seznam.cz', 'wp.pl', 'o2.pl', 'uol.com.br', 'rediffmail.com'],
]);
