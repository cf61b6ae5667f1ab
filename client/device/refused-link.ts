import { refusedCookie } from '#shared/routes.ts';
import { readTabText, writeTabText } from './stored-value.ts';

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

/** Where this tab keeps the protected link that was opened while signed out, see `refused-link.ts`. */
export const refusedKey = 'dotcode:refused';

export function rememberRefused(path: string): void {
  writeTabText(refusedKey, path);
}
