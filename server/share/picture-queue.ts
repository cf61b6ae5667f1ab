import { GatewayError } from '#server/request/errors.ts';

/** How many pictures may wait, in all and of one network. One takes a tenth of a second. */
const mostWaiting = 20;
const mostOfOneNetwork = 5;

/** Turns drawings into PNG files, one after the other: more at a time would only take memory. */
export class PictureQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #byNetwork = new Map<string, number>();

  async toPng(svg: string, network: string): Promise<Buffer> {
    const ofNetwork = this.#byNetwork.get(network) ?? 0;
    if (this.#waiting >= mostWaiting || ofNetwork >= mostOfOneNetwork)
      throw new GatewayError('unavailable', { headers: ['Retry-After', '2'] });
    this.#waiting += 1;
    this.#byNetwork.set(network, ofNetwork + 1);
    const png = this.#last.then(() => rasterise(svg));
    this.#last = png.catch(() => undefined);
    try {
      return await png;
    } finally {
      this.#waiting -= 1;
      const left = (this.#byNetwork.get(network) ?? 1) - 1;
      if (left === 0) this.#byNetwork.delete(network);
      else this.#byNetwork.set(network, left);
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
