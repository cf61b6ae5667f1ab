import { writeTabText } from './tab-storage.ts';

/** Where this tab keeps the protected link that was opened while signed out, see `refused-link.ts`. */
export const refusedKey = 'dotcode:refused';

export function rememberRefused(path: string): void {
  writeTabText(refusedKey, path);
}
