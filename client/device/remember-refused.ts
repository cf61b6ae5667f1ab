/** Where this tab keeps the protected link that was opened while signed out, see `refused-link.ts`. */
export const refusedKey = 'dotcode:refused';

export function rememberRefused(path: string): void {
  try {
    sessionStorage.setItem(refusedKey, path);
  } catch {
    // Then the feed offers nothing.
  }
}
