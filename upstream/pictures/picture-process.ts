import { encodePicture, PictureRefused } from './encode.ts';
import type { PictureAnswer, PictureJob } from './messages.ts';

/** A picture of the most pixels that are allowed takes some 200 MB. */
const mostBytes = 512 * 1024 ** 2;

process.on('message', async ({ bytes }: PictureJob) => {
  process.send?.(await answer(bytes));
});
process.on('disconnect', () => process.exit());

// The decoding runs in threads of libvips, so that this timer goes on while one picture takes too much.
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) process.exit(1);
}, 50).unref();

async function answer(bytes: Uint8Array): Promise<PictureAnswer> {
  try {
    return { picture: await encodePicture(bytes) };
  } catch (error) {
    return { fault: error instanceof PictureRefused ? error.fault : 'broken' };
  }
}
