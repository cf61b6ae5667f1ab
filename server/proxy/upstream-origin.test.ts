import { expect, it } from 'vitest';
import { parseUpstreamOrigin } from './upstream-origin.ts';

it.each([
  [
    'http://up.test',
    { protocol: 'http:', hostname: 'up.test', port: 80, host: 'up.test', prefix: '', origin: 'http://up.test' },
  ],
  ['https://up.test/', { protocol: 'https:', port: 443, prefix: '' }],
  ['https://up.test:8443/one/two//', { port: 8443, host: 'up.test:8443', prefix: '/one/two' }],
  ['http://[::1]:7777/', { hostname: '::1', port: 7777, host: '[::1]:7777', origin: 'http://[::1]:7777' }],
])('%s is taken apart', (url, parts) => {
  expect(parseUpstreamOrigin(new URL(url))).toMatchObject(parts);
});
