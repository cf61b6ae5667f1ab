import { describe, expect, it } from 'vitest';
import { hashed, sessionKey } from './keys.ts';

const session = 'eyJhbGciOiJIUzI1NiJ9.e30.abc_-123';

describe('sessionKey', () => {
  it('is the hash of a session', () => expect(sessionKey(session)).toBe(hashed(session)));

  it.each([
    undefined,
    '',
    'short',
    'j:null',
    'a'.repeat(5000),
    'with spaces inside it',
    `a"${session}"`,
    `"${session}"a`,
  ])('is undefined for a value that cannot be a session: %s', (value) => {
    expect(sessionKey(value)).toBeUndefined();
  });
});
