import { apiPaths } from '#shared/paths.ts';

/** The kinds of calls that the gateway treats differently. */
export type CallKind =
  | 'login'
  | 'signup'
  | 'passkey-login'
  | 'password-check'
  | 'own-password'
  | 'mail-link'
  | 'sign-out'
  | 'socket'
  | 'media'
  | 'other';

export interface CallRules {
  readonly bodySize: 'credentials' | 'media' | 'usual';
  /** Whether its success ends the session that it was made with. */
  readonly endsSession: boolean;
  /** A 401 means that the session is over; where a password is asked for, it may only mean that it is wrong. */
  readonly endsSessionAt401: boolean;
  /** Some upstreams answer with the stored hash of the password. */
  readonly replyMayHoldPassword: boolean;
  /** The answer may take as long as a long poll. */
  readonly isLongPoll: boolean;
  /** Its body holds a password: it must be plain JSON. */
  readonly checksPassword: boolean;
}

const usual: CallRules = {
  bodySize: 'usual',
  endsSession: false,
  endsSessionAt401: true,
  replyMayHoldPassword: false,
  isLongPoll: false,
  checksPassword: false,
};

/** Their 401 means a wrong password, or a link that is no longer valid, and not the end of the session. */
const withPassword: CallRules = { ...usual, bodySize: 'credentials', checksPassword: true, endsSessionAt401: false };

export const callRules: Readonly<Record<CallKind, CallRules>> = {
  login: { ...withPassword, replyMayHoldPassword: true },
  signup: { ...withPassword, replyMayHoldPassword: true },
  'passkey-login': { ...usual, endsSessionAt401: false },
  'password-check': { ...withPassword, endsSession: true },
  'own-password': withPassword,
  // Calls behind links in mails, and behind invitations, work without a session.
  'mail-link': withPassword,
  'sign-out': { ...usual, endsSession: true },
  // Chat has limits of its own in the upstream.
  socket: { ...usual, isLongPoll: true },
  media: { ...usual, bodySize: 'media' },
  other: usual,
};

const byPath = new Map<string, CallKind>([
  [apiPaths.login, 'login'],
  [apiPaths.signup, 'signup'],
  [apiPaths.passkeyLogin, 'passkey-login'],
  [apiPaths.passkeyLoginOptions, 'passkey-login'],
  [apiPaths.signout, 'sign-out'],
  [apiPaths.media, 'media'],
  [apiPaths.chatPicture, 'media'],
  [apiPaths.emailVerify, 'mail-link'],
  [apiPaths.emailUndo, 'mail-link'],
  [apiPaths.leavingReturn, 'mail-link'],
  [apiPaths.inviteLook, 'mail-link'],
  [apiPaths.passwordForgot, 'mail-link'],
  [apiPaths.passwordReset, 'mail-link'],
]);

const byMethodAndPath = new Map<string, CallKind>([
  [`PATCH ${apiPaths.profilePassword}`, 'password-check'],
  [`DELETE ${apiPaths.profileDelete}`, 'password-check'],
  [`PATCH ${apiPaths.emailChange}`, 'own-password'],
  [`POST ${apiPaths.profileConfirm}`, 'own-password'],
  [`POST ${apiPaths.totpStart}`, 'own-password'],
  [`POST ${apiPaths.totpRecoveryCodes}`, 'own-password'],
  [`DELETE ${apiPaths.totp}`, 'own-password'],
]);

/** Says what a call is. `path` is relative to the API base, in the spelling of `apiPaths` (`callPathOf`). */
export function callKindOf(method: string, path: string): CallKind {
  if (path === apiPaths.socket || path.startsWith(`${apiPaths.socket}/`)) return 'socket';
  if (isSafe(method)) return 'other';
  return byPath.get(path) ?? byMethodAndPath.get(`${method} ${path}`) ?? 'other';
}

/** A method that changes nothing. */
export function isSafe(method: string): boolean {
  return isRead(method) || method === 'OPTIONS';
}

/** A method that asks for a page, a file or data. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
