import { GatewayError } from '#server/request/errors.ts';

/** How many pictures may wait. One takes a tenth of a second. */
const mostWaiting = 20;

/** Turns drawings into PNG files, one after the other: more at a time would only take memory. */
export class PictureQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  async toPng(svg: string): Promise<Buffer> {
    if (this.#waiting >= mostWaiting) throw new GatewayError('unavailable', { headers: ['Retry-After', '2'] });
    this.#waiting += 1;
    const png = this.#last.then(() => rasterise(svg));
    this.#last = png.catch(() => undefined);
    try {
      return await png;
    } finally {
      this.#waiting -= 1;
    }
  }
}

async function rasterise(svg: string): Promise<Buffer> {
  // Loaded with the first picture: it is a third of the gateway's memory.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}
