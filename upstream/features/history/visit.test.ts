import { expect, it } from 'vitest';
import { shortAddress } from './visit.ts';

it.each([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
  ['::1', '0:0:0:*'],
  ['no address', ''],
  ['', ''],
])('shortens %s to %s', (address, shortened) => {
  expect(shortAddress(address)).toBe(shortened);
});
