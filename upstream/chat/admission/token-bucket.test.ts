import { expect, it } from 'vitest';
import { hour } from '#shared/durations.ts';
import { createTokenBucket } from './token-bucket.ts';

it('allows a burst, refuses beyond it, and refills with time', () => {
  let time = 0;
  const bucket = createTokenBucket(3, 2, () => time);
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([true, true, true, false]);
  time = 500;
  expect([bucket.take(), bucket.take()]).toEqual([true, false]);
});

it('never holds more tokens than one burst', () => {
  let time = 0;
  const bucket = createTokenBucket(2, 100, () => time);
  time = hour;
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([true, true, false]);
});

it('takes several tokens at once, or none', () => {
  const bucket = createTokenBucket(10, 1, () => 0);
  expect([bucket.take(8), bucket.take(8), bucket.take(2), bucket.take(0), bucket.take()]).toEqual([
    ...[true, false, true, true, false],
  ]);
});
