import { createHash, randomBytes } from 'node:crypto';

const prefix = '$2b$10$';

/**
 * A string that looks like the recorded service's bcrypt hashes and can be checked again. It is not bcrypt: the double
 * must be fast, and tests only check that such a string never leaves.
 */
export function hashPassword(password: unknown): string {
  if (password === undefined || password === null) throw new Error('data and salt arguments required');
  if (typeof password !== 'string') {
    throw new Error('data must be a string and salt must either be a salt string or a number of rounds');
  }
  return withSalt(password, randomBytes(16).toString('base64url').replaceAll(/[-_]/g, '.').slice(0, 22));
}

export function passwordMatches(password: unknown, hash: string): boolean {
  if (password === undefined || password === null) throw new Error('data and hash arguments required');
  if (typeof password !== 'string') throw new Error('data and hash must be strings');
  return withSalt(password, hash.slice(prefix.length, prefix.length + 22)) === hash;
}

function withSalt(password: string, salt: string): string {
  const digest = createHash('sha256').update(`${salt}${password}`).digest('base64url');
  return `${prefix}${salt}${digest.replaceAll(/[-_]/g, '/').slice(0, 31)}`;
}
