import { expect, it } from 'vitest';
import type { KeptCopy } from '#client/lib/device/kept-storage.ts';
import { withinLimits } from './kept-answers.ts';

const now = Date.parse('2026-05-04T14:02:00Z');
const copyOf = (key: string, at: number, size = 100): KeptCopy => ({
  key,
  at,
  size,
  endpointName: 'person',
  arg: key,
  data: {},
});
const keys = (copies: readonly KeptCopy[]) => withinLimits(copies, now).map(({ key }) => key);

it('within 20 MB the newest stay', () => {
  const copies = [copyOf('c', now - 3, 1), copyOf('a', now - 1, 12_000_000), copyOf('b', now - 2, 8_000_001)];
  expect(keys(copies)).toEqual(['a']);
  expect(keys([copyOf('a', now - 1, 12_000_000), copyOf('b', now - 2, 8_000_000)])).toEqual(['a', 'b']);
});
