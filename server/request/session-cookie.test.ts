import { describe, expect, it } from 'vitest';
import { createSessionReader } from './session-cookie.ts';

describe('createSessionReader', () => {
  const read = createSessionReader({ sessionCookie: 'token', hostCookie: 'off' });

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

  it.each([
    ['off', 'https', 'token', 'plain'],
    ['on', 'http', 'token', 'plain'],
    ['on', 'https', '__Host-token', 'hidden'],
    ['grace', 'https', '__Host-token', 'hidden'],
  ] as const)('with HOST_COOKIE=%s over %s is the value of %s', (hostCookie, proto, sessionCookie, session) => {
    const cookies = { token: 'plain', '__Host-token': 'hidden' };
    expect(createSessionReader({ sessionCookie: 'token', hostCookie })(cookies, proto)).toEqual({
      sessionCookie,
      session,
    });
  });

  it.each([
    ['on', undefined],
    ['grace', 'plain'],
  ] as const)('over https without a __Host- cookie, HOST_COOKIE=%s reads %s', (hostCookie, session) => {
    const reader = createSessionReader({ sessionCookie: 'token', hostCookie });
    expect(reader({ token: 'plain' }, 'https').session).toBe(session);
  });
});
