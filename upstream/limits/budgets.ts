/** How many points a key has in how many seconds. */
export interface Budget {
  readonly points: number;
  readonly seconds: number;
}

/**
 * Every budget of the upstream: what takes a point from which key. One that is empty answers 429 until its time is over, unless
 * it says otherwise. RATE_LIMIT_FACTOR multiplies the points. They are counted in Redis where there is one, else in the process.
 * The gateway has a table of its own for the calls it carries; these hold without a gateway too.
 */
export const budgets = {
  /** Wrong passwords of one account at all devices that have signed in to it before. */
  'password-device': { points: 10, seconds: 900 },
  /**
   * Wrong passwords of one account from all other devices: login, change of the password, second factor, deletion. When
   * empty: 429 for 30 s, then one attempt at a time with a pause that doubles up to 15 minutes.
   */
  'password-account': { points: 10, seconds: 900 },
  /**
   * From one IPv4 address or IPv6 /64: wrong passwords and codes, except from known devices, passkeys that fail, and links
   * and invitations that are not valid.
   */
  'proof-address': { points: 60, seconds: 900 },
  /**
   * Wrong six-digit codes of one account at all devices that have signed in to it before. When empty: 429 until the day is
   * over; recovery codes and passkeys go on working.
   */
  'totp-device': { points: 20, seconds: 86_400 },
  /**
   * Wrong six-digit codes of one account from all other devices, each after the right password. When empty: 429 until the
   * day is over; the owner is told by mail; recovery codes and passkeys go on working.
   */
  'totp-account': { points: 20, seconds: 86_400 },
  /** Wrong codes of one account when its second factor is switched on. */
  'totp-start': { points: 10, seconds: 900 },
  /** Accounts made from one IPv4 address or IPv6 /64. */
  'signup-address': { points: 60, seconds: 3600 },
  /**
   * Sign-ups answered with "taken" from one IPv4 address or IPv6 /64, which tell who has an account. When empty: 429 for
   * every sign-up from there until the hour is over.
   */
  'signup-taken': { points: 20, seconds: 3600 },
  /** Reports made by one account; no other budget of the upstream stands in their way. */
  reports: { points: 30, seconds: 3600 },
  /** Mails that a session of one account asked for: a confirmation, a change of the address, a deletion. */
  'mail-account': { points: 6, seconds: 3600 },
  /**
   * Links for a lost password of one account asked for at all devices that have signed in to it before. When empty:
   * answered as always, without a mail.
   */
  'reset-device': { points: 6, seconds: 3600 },
  /**
   * Links for a lost password of one account asked for from all other devices. When empty: answered as always, without a
   * mail; known devices have an allowance of their own.
   */
  'reset-account': { points: 6, seconds: 3600 },
  /** Links for a lost password asked for from one IPv4 address or IPv6 /64. */
  'mail-address': { points: 30, seconds: 3600 },
  /**
   * Wrong codes for the confirmation of one account’s address. When empty: 429 until the hour is over; the link goes on
   * working.
   */
  'code-account': { points: 10, seconds: 3600 },
  /** Messages that one account edits or deletes. */
  'message-changes': { points: 600, seconds: 3600 },
  /** Reactions that one account chooses or takes back. */
  reactions: { points: 1200, seconds: 3600 },
  /** Searches of one account in its messages. */
  'message-searches': { points: 240, seconds: 60 },
  /** Invitations into projects that one account makes, and updates of projects that it posts. */
  'project-news': { points: 60, seconds: 3600 },
  /** Pictures uploaded by one account, also into chats. */
  uploads: { points: 120, seconds: 3600 },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;

/** How long an account refuses unknown devices after their budget is used up, and how that grows. */
export const pauses = { firstSeconds: 30, longestSeconds: 900, rememberedSeconds: 86_400 } as const;
