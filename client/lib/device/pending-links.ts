import { isRecord } from '#client/lib/is-record.ts';
import { refusedCookie } from '#shared/routes.ts';
import { isText, parse, readTabText, writeTabText } from './stored-value.ts';

/**
 * The protected link that was opened while signed out, which the feed offers to continue with. The guard stores it for
 * this tab; a gateway that refuses the page before the client runs stores it in a cookie.
 */
export function readRefused(): string | undefined {
  const path = readTabText(refusedKey) ?? cookieValue();
  return path?.startsWith('/') && !path.startsWith('//') ? path : undefined;
}

export function forgetRefused(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http.
  document.cookie = `${refusedCookie}=; Path=/; Max-Age=0`;
  writeTabText(refusedKey, null);
}

function cookieValue(): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${refusedCookie}=`));
  try {
    return found === undefined ? null : decodeURIComponent(found.slice(refusedCookie.length + 1));
  } catch {
    // Not a cookie of ours.
    return null;
  }
}

/** Where this tab keeps the protected link that was opened while signed out. */
export const refusedKey = 'dotcode:refused';

export function rememberRefused(path: string): void {
  writeTabText(refusedKey, path);
}

const key = 'dotcode:invite';

/** The invitation whose link was opened in this tab. It waits here through login and sign-up, and never stands in an address. */
export interface PendingInvite {
  token: string;
  /** The names in the reply to POST /invite/look. */
  projectName?: string;
  inviterName?: string;
}

export function readInvite(): PendingInvite | undefined {
  const invite = parse(readTabText(key));
  if (!isRecord(invite) || !isText(invite.token)) return undefined;
  const { token, projectName, inviterName } = invite;
  return {
    token,
    ...(isText(projectName) && { projectName }),
    ...(isText(inviterName) && { inviterName }),
  };
}

/** False when the browser could not store it. */
export function rememberInvite(invite: PendingInvite): boolean {
  return writeTabText(key, JSON.stringify(invite));
}

export function forgetInvite(): void {
  writeTabText(key, null);
}
