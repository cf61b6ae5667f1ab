import type { CapabilitiesReply } from '#shared/api/service.ts';
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
  | 'capabilities'
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
  /** A body of our own, with 200, in place of the 404 of an upstream that does not have this call. */
  readonly withoutRoute: string | undefined;
}

const usual: CallRules = {
  bodySize: 'usual',
  endsSession: false,
  endsSessionAt401: true,
  replyMayHoldPassword: false,
  isLongPoll: false,
  withoutRoute: undefined,
};

export const callRules: Readonly<Record<CallKind, CallRules>> = {
  login: { ...usual, bodySize: 'credentials', endsSessionAt401: false, replyMayHoldPassword: true },
  signup: { ...usual, bodySize: 'credentials', endsSessionAt401: false, replyMayHoldPassword: true },
  'passkey-login': { ...usual, endsSessionAt401: false },
  'password-check': { ...usual, bodySize: 'credentials', endsSession: true, endsSessionAt401: false },
  // These calls ask for the password again: a 401 means a wrong password, and not the end of the session.
  'own-password': { ...usual, bodySize: 'credentials', endsSessionAt401: false },
  // Calls behind links in mails, and behind invitations, work without a session, so their 401 ends none.
  'mail-link': { ...usual, bodySize: 'credentials', endsSessionAt401: false },
  'sign-out': { ...usual, endsSession: true },
  // Chat has limits of its own in the upstream.
  socket: { ...usual, isLongPoll: true },
  media: { ...usual, bodySize: 'media' },
  // The browser would report a 404 on its console at each start, where an upstream has no extensions.
  capabilities: { ...usual, withoutRoute: JSON.stringify({ capabilities: [] } satisfies CapabilitiesReply) },
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
  [apiPaths.leavingView, 'mail-link'],
  [apiPaths.leavingConfirm, 'mail-link'],
  [apiPaths.leavingReturn, 'mail-link'],
  [apiPaths.leavingErase, 'mail-link'],
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
  if (method === 'GET' && path === apiPaths.capabilities) return 'capabilities';
  if (isSafe(method)) return 'other';
  return byPath.get(path) ?? byMethodAndPath.get(`${method} ${path}`) ?? 'other';
}

/** A method that changes nothing. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
