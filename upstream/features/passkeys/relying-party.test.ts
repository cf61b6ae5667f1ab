import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

it('is the host of PUBLIC_URL, for that origin only', () => {
  const party = relyingPartyOf('https://dotcode.example');
  expect(party?.id).toBe('dotcode.example');
  expect(party?.serves('dotcode.example')).toBe(true);
  expect(party?.serves('localhost')).toBe(false);
  expect(party?.accepts('https://dotcode.example')).toBe(true);
  for (const origin of ['http://dotcode.example', 'https://evil.dotcode.example', 'https://dotcode.example:444', ''])
    expect(party?.accepts(origin), origin).toBe(false);
});

it('is localhost on any port without PUBLIC_URL, and not 127.0.0.1', () => {
  const party = relyingPartyOf(undefined);
  expect(party?.id).toBe('localhost');
  expect(party?.serves('127.0.0.1')).toBe(false);
  expect(party?.accepts('http://localhost:3000')).toBe(true);
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost.evil.test', 'nonsense'])
    expect(party?.accepts(origin), origin).toBe(false);
});

it.each(['http://127.0.0.1:3000', 'http://[::1]:3000'])('is nothing at %s', (url) => {
  expect(relyingPartyOf(url)).toBeUndefined();
});
