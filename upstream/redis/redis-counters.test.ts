import { expect, it } from 'vitest';
import { redisCounters } from './redis-counters.ts';

it('count in this process what Redis does not answer', async () => {
  const fail = () => Promise.reject(new Error('away'));
  const failing = { set: () => failing, get: () => failing, pTTL: () => failing, exec: fail };
  const away = { eval: fail, multi: () => failing };
  const counter = redisCounters(away, 'test')({ name: 'test', points: 2, seconds: 60 });
  const areAllowed = [];
  for (const key of ['a', 'a', 'a', 'b']) areAllowed.push((await counter.spend(key)).allowed);
  expect(areAllowed).toEqual([true, true, false, true]);
  await counter.takeBack('a', 2);
  expect([await counter.used('a'), await counter.used('b')]).toEqual([1, 1]);
  await counter.block('b', 900);
  expect(await counter.spend('b')).toMatchObject({ allowed: false, resetMs: expect.closeTo(900_000, -4) });
});
