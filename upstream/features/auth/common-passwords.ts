import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Written by `node scripts/common-passwords.ts`: four bytes of each password's hash, in ascending order. */
const file = new URL('./common-passwords.bin', import.meta.url);
const bytesEach = 4;

export function commonPasswordHash(password: string): Buffer {
  return createHash('sha256').update(password).digest().subarray(0, bytesEach);
}

/**
 * A function that tells whether a text is among the 100,000 commonest passwords, in lower case. The file is read at the
 * first use and takes 400 kB. Of texts that are not on the list, one in 40,000 is wrongly found there.
 */
export function createCommonPasswords(
  read: () => Promise<Buffer> = () => readFile(file),
): (text: string) => Promise<boolean> {
  let hashes: Promise<Buffer> | undefined;
  return async (text) => {
    hashes ??= read().catch((error: unknown) => {
      // The next call reads again.
      hashes = undefined;
      throw error;
    });
    return holds(await hashes, commonPasswordHash(text));
  };
}

function holds(hashes: Buffer, wanted: Buffer): boolean {
  let [low, high] = [0, hashes.length / bytesEach - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = wanted.compare(hashes, middle * bytesEach, (middle + 1) * bytesEach);
    if (order === 0) return true;
    if (order < 0) high = middle - 1;
    else low = middle + 1;
  }
  return false;
}
