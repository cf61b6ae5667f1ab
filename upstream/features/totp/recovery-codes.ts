import { createHash, randomBytes } from 'node:crypto';

const amount = 10;
const length = 16;
/** Base32 (RFC 4648): a `0`, `1` or `8` that somebody reads can only be an `o`, `l` or `b`. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const misread: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '8': 'b' };

/** Ten new codes, each of 80 random bits in groups of four letters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: amount }, () => {
    const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
    return letters.replace(/.{4}(?=.)/g, '$&-');
  });
}

/**
 * The hash under which a code is stored. 80 random bits need neither a slow hash nor a key, so that the codes go on
 * working after a change of SECRET.
 */
export function recoveryCodeHash(userId: string, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${plain(code)}`)
    .digest('hex');
}

/** Reads the text of the code field: spaces, dashes and capitals do not matter. */
export function readTypedCode(typed: string): { kind: 'totp' | 'recovery'; code: string } | undefined {
  const code = plain(typed);
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  const letters = code.replace(/[018]/g, (digit) => misread[digit] ?? digit);
  return letters.length === length && [...letters].every((letter) => alphabet.includes(letter))
    ? { kind: 'recovery', code: letters }
    : undefined;
}

function plain(code: string): string {
  return code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '');
}
