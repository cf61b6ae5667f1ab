import { expect, it } from 'vitest';
import { PictureQueue } from './picture-queue.ts';

it('lets one network wait for five pictures, while another one has room', async () => {
  const queue = new PictureQueue();
  const make = async () => Buffer.from('a picture');
  const flood = await Promise.allSettled([
    ...Array.from({ length: 40 }, () => queue.run('one', make)),
    queue.run('other', make),
  ]);
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(flood.at(-1)?.status).toBe('fulfilled');
  await expect(queue.run('one', make)).resolves.toBeInstanceOf(Buffer);
});

it('makes one at a time, and goes on after one that failed', async () => {
  const queue = new PictureQueue();
  let running = 0;
  const make = async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    return Buffer.from('a picture');
  };
  const failed = queue.run('one', async () => Promise.reject(new Error('broken')));
  const after = [queue.run('one', make), queue.run('other', make)];
  await expect(failed).rejects.toThrow('broken');
  await expect(Promise.all(after)).resolves.toHaveLength(2);
});
