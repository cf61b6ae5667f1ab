/** A protected link that was opened while signed out: the feed offers to continue there. Kept for this tab only. */
const key = 'dotcode:refused';

export function rememberRefused(path: string): void {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    // Then the feed offers nothing.
  }
}

export function readRefused(): string | undefined {
  try {
    const path = sessionStorage.getItem(key);
    return path?.startsWith('/') && !path.startsWith('//') ? path : undefined;
  } catch {
    return undefined;
  }
}

export function forgetRefused(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
