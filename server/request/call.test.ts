import { expect, it } from 'vitest';
import { readCall } from './call.ts';

const client = {
  ip: '192.0.2.1',
  host: 'dotcode.test',
  proto: 'https',
  trustedPeer: false,
  network: '192.0.2.1',
} as const;
const facts = { requestId: '1', client, cookies: {}, session: undefined, sessionCookie: 'token' };

it.each([
  ['EIO=4&transport=polling', true],
  ['EIO=4&xsid=1', true],
  ['EIO=4&SID=1', true],
  ['EIO=4&sid=abc', false],
  ['sid=abc', false],
  ['%73id=abc', false],
  ['EIO=4&sid=', true],
  ['sid', true],
  ['sid=abc&sid=', true],
  ['sid=&sid=abc', true],
  ['sid=abc&sid=def', false],
  ['', true],
])('a socket call with the query "%s" opens a connection: %s', (query, expected) => {
  const call = readCall(
    { method: 'GET', headers: {} } as never,
    { ...facts, path: '/api/socket.io/', query, callPath: 'socket.io' },
    1,
  );
  expect(call.opensSocket).toBe(expected);
});

it('the mount of the API is no call', () => {
  const mount = { ...facts, path: '/api', query: '', callPath: undefined };
  expect(() => readCall({ method: 'GET', headers: {} } as never, mount, 1)).toThrow('nothing here');
});
