import { describe, expect, it } from 'vitest';
import { createSessionReader } from './identify.ts';

describe('createSessionReader', () => {
  const read = createSessionReader('token');

  it.each(['abc', '!~', 'a=b'])('takes %j for the session', (token) =>
    expect(read({ token }, 'http').session).toBe(token),
  );

  it.each([
    '',
    ' abc',
    'abc ',
    'a b',
    'a\tb',
    '\u00a0abc',
    'abc\u2003',
    '\ufeffabc',
    'é',
    'a\u007f',
    { a: 1 },
    undefined,
  ])('takes %j for none, because readers of cookies trim and decode it in different ways', (token) =>
    expect(read({ token }, 'http').session).toBeUndefined(),
  );
});
