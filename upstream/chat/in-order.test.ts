import { expect, it } from 'vitest';
import { createInOrder } from './in-order.ts';

it('finishes the tasks of one key in the order of the calls', async () => {
  const inOrder = createInOrder();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inOrder('a', async () => {
    await gate.promise;
    done.push('a1');
  });
  const second = inOrder('a', async () => {
    done.push('a2');
  });
  await inOrder('b', async () => {
    done.push('b1');
  });
  gate.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['b1', 'a1', 'a2']);
});

it('goes on after a task that failed', async () => {
  const inOrder = createInOrder();
  const failed = inOrder('a', () => Promise.reject(new Error('no')));
  const next = inOrder('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});
