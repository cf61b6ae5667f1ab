import { expect, it } from 'vitest';
import { shortCount } from './short-count.ts';

it.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
])('%i is shown as %s', (count, shown) => expect(shortCount(count)).toBe(shown));
