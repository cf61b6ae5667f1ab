import { expect, it, vi } from 'vitest';
import { rememberByAddress } from './by-address.ts';

it('finds each address once, and keeps no more than a bounded number', () => {
  const find = vi.fn((address: string) => address.length);
  const remembered = rememberByAddress(find);
  expect([remembered('10.0.0.1'), remembered('::1'), remembered('10.0.0.1')]).toEqual([8, 3, 8]);
  expect(find).toHaveBeenCalledTimes(2);
  for (let i = 0; i < 20_000; i += 1) remembered(`10.1.${i >> 8}.${i & 255}`);
  find.mockClear();
  expect(remembered('::1')).toBe(3);
  expect(find).toHaveBeenCalledTimes(1);
});

it('counts the length of an address: 200 with a zone of 16 kB leave no room for the first', () => {
  const find = vi.fn((address: string) => address.length);
  const remembered = rememberByAddress(find);
  remembered('10.0.0.1');
  for (let i = 0; i < 200; i += 1) remembered(`fe80::1%${String(i).padStart(16_000, 'z')}`);
  find.mockClear();
  remembered('10.0.0.1');
  expect(find).toHaveBeenCalledTimes(1);
});
