import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { isSameOrigin } from './handshake.ts';

const check = (headers: IncomingHttpHeaders, allowed: string[] = []) =>
  isSameOrigin({ headers } as IncomingMessage, allowed);

it.each([
  ['no page at all', { host: 'dot.test' }],
  ['a page of this host', { host: 'dot.test', origin: 'http://dot.test' }],
  [
    'the host that the gateway was asked for',
    { host: '127.0.0.1:7777', 'x-forwarded-host': 'dot.test', origin: 'https://dot.test' },
  ],
  ['a default port that is written out', { host: 'dot.test:443', origin: 'https://dot.test' }],
])('lets in %s', (_name, headers) => {
  expect(check(headers)).toBe(true);
});

it.each([
  ['another site', { host: 'dot.test', origin: 'https://evil.test' }],
  ['a sandboxed page', { host: 'dot.test', origin: 'null' }],
  ['another port', { host: 'dot.test', origin: 'http://dot.test:8080' }],
  ['a suffix trick', { host: 'dot.test', origin: 'http://dot.test.evil.test' }],
  ['an empty origin', { host: 'dot.test', origin: '' }],
  ['an origin without a host to compare with', { origin: 'http://dot.test' }],
])('refuses %s', (_name, headers) => {
  expect(check(headers)).toBe(false);
});

it('lets in the origin that the configuration allows', () => {
  expect(check({ host: '127.0.0.1:7777', origin: 'http://localhost:5173' }, ['http://localhost:5173'])).toBe(true);
});
