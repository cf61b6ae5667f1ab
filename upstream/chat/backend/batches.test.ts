import { expect, it } from 'vitest';
import { createBatches } from './batches.ts';

it('runs what comes together as one batch, in order, and gives each its own result', async () => {
  const batches: number[][] = [];
  const double = createBatches(async (items: readonly number[]) => {
    batches.push([...items]);
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

it('keeps a batch within its size', async () => {
  const sizes: number[] = [];
  const echo = createBatches(async (items: readonly number[]) => {
    sizes.push(items.length);
    return items;
  }, 2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(echo))).toEqual([1, 2, 3, 4, 5]);
  expect(sizes).toEqual([2, 2, 1]);
});

it('fails a whole batch with its error, and goes on with the next', async () => {
  let broken = true;
  const run = createBatches(async (items: readonly string[]) => {
    if (broken) throw new Error('disk full');
    return items;
  });
  const failed = await Promise.allSettled([run('a'), run('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await run('c')).toBe('c');
});
