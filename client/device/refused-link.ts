import { refusedCookie } from '#shared/routes.ts';
import { refusedKey } from './remember-refused.ts';

/**
 * A protected link that was opened while signed out: the feed offers to continue there. The guard keeps it for this tab;
 * a gateway that refused the page itself leaves it in a cookie.
 */
export function readRefused(): string | undefined {
  try {
    const path = sessionStorage.getItem(refusedKey) ?? cookieValue();
    return path?.startsWith('/') && !path.startsWith('//') ? path : undefined;
  } catch {
    return undefined;
  }
}

export function forgetRefused(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http.
  document.cookie = `${refusedCookie}=; Path=/; Max-Age=0`;
  try {
    sessionStorage.removeItem(refusedKey);
  } catch {
    // Nothing was kept.
  }
}

function cookieValue(): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${refusedCookie}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(refusedCookie.length + 1));
}
