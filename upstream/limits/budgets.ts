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
  'proof-address': {
    counts:
      'from one IPv4 address or IPv6 /64: wrong passwords and codes, except from known devices, passkeys that fail, and links and invitations that are not valid',
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
  'signup-address': {
    counts: 'accounts made from one IPv4 address or IPv6 /64',
    points: 60,
    seconds: 3600,
    whenEmpty: '429 until the hour is over',
  },
  'signup-taken': {
    counts: 'sign-ups answered with "taken" from one IPv4 address or IPv6 /64, which tell who has an account',
    points: 20,
    seconds: 3600,
    whenEmpty: '429 for every sign-up from there until the hour is over',
  },
  reports: {
    counts: 'reports made by one account; no other budget of the upstream stands in their way',
    points: 30,
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
  'code-account': {
    counts: 'wrong codes for the confirmation of one account’s address',
    points: 10,
    seconds: 3600,
    whenEmpty: '429 until the hour is over; the link goes on working',
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
  'project-news': {
    counts: 'invitations into projects that one account makes, and updates of projects that it posts',
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
