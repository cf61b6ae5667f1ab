import { describe, expect, it } from 'vitest';
import { sessionKey } from './keys.ts';

const session = 'eyJhbGciOiJIUzI1NiJ9.e30.abc_-123';

describe('sessionKey', () => {
  it.each([session, ` ${session}`, `${session} `, `"${session}"`, ` "${session}" `, session.replace('_', '%5F')])(
    'is the same for each spelling that the upstream reads as the same session: %s',
    (value) => {
      expect(sessionKey(value)).toBe(session);
    },
  );

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
