import { expect, it } from 'vitest';
import { PictureQueue } from './picture-queue.ts';

it('lets one network wait for five pictures, while another one has room', async () => {
  const queue = new PictureQueue();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const flood = await Promise.allSettled([
    ...Array.from({ length: 40 }, () => queue.toPng(svg, 'one')),
    queue.toPng(svg, 'other'),
  ]);
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(flood.at(-1)?.status).toBe('fulfilled');
  await expect(queue.toPng(svg, 'one')).resolves.toBeInstanceOf(Buffer);
});
