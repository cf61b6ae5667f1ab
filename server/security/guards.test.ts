import { describe, expect, it } from 'vitest';
import { createGuards } from './guards.ts';

const kilobyte = 1024;

/** The checks of a gateway, for a call with these headers. */
function checkWith({ bodyLimit = 100 * kilobyte } = {}) {
  const { check } = createGuards({ bodyLimit }, 'dotcode-1');
  const client = {
    ip: '192.0.2.1',
    host: 'dotcode.test',
    proto: 'https',
    trustedPeer: false,
    network: '192.0.2.1',
  } as const;
  const facts = { requestId: '1', client, cookies: {}, session: undefined, sessionCookie: 'token' };
  return (method: string, path: string, headers: Record<string, string> = {}) =>
    check({ method, headers } as never, { ...facts, path, query: '', callPath: path.slice('/api/'.length) });
}

describe('the largest body', () => {
  it.each([
    ['POST', '/api/login', 16],
    ['POST', '/api/signup', 16],
    ['PATCH', '/api/profile/edit', 100],
    ['POST', '/api/media', 6 * 1024],
  ])('of %s %s is %i kB', (method, path, limit) => {
    const check = checkWith();
    const ofLength = (length: number) => () => check(method, path, { 'content-length': String(length) });
    expect(ofLength(limit * kilobyte)()).toMatchObject({ bodyLimit: limit * kilobyte });
    expect(ofLength(limit * kilobyte + 1)).toThrow(expect.objectContaining({ code: 'too_large' }));
    expect(check(method, path, { 'transfer-encoding': 'chunked' })).toMatchObject({ body: { kind: 'chunked' } });
  });

  it('is not larger for credentials, and not smaller for pictures, than for other calls', () => {
    expect(checkWith({ bodyLimit: kilobyte })('POST', '/api/login')).toMatchObject({ bodyLimit: kilobyte });
    expect(checkWith({ bodyLimit: 7 * kilobyte ** 2 })('POST', '/api/media')).toMatchObject({
      bodyLimit: 7 * kilobyte ** 2,
    });
  });
});
