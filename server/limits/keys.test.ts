import { describe, expect, it } from 'vitest';
import { hashed } from '#server/request/hashed.ts';
import { sessionKey } from './keys.ts';

const session = 'eyJhbGciOiJIUzI1NiJ9.e30.abc_-123';
const keyOf = (value: string) => sessionKey({ session: value, sessionHash: hashed(value) });

describe('sessionKey', () => {
  it('is the hash of a session', () => expect(keyOf(session)).toBe(hashed(session)));

  it.each(['', 'short', 'j:null', 'a'.repeat(5000), 'with spaces inside it', `a"${session}"`, `"${session}"a`])(
    'is undefined for a value that cannot be a session: %s',
    (value) => {
      expect(keyOf(value)).toBeUndefined();
    },
  );

  it('is undefined without a session', () =>
    expect(sessionKey({ session: undefined, sessionHash: undefined })).toBeUndefined());
});
