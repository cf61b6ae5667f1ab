import { tryAgainSoon } from './try-again-soon.ts';

/** How many pictures may wait, in all and of one network. One takes a tenth of a second. */
const mostWaiting = 20;
const mostOfOneNetwork = 5;

/** Makes pictures one after the other: more at a time would only take memory. */
export class PictureQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #byNetwork = new Map<string, number>();

  async run(network: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const ofNetwork = this.#byNetwork.get(network) ?? 0;
    if (this.#waiting >= mostWaiting || ofNetwork >= mostOfOneNetwork) throw tryAgainSoon();
    this.#waiting += 1;
    this.#byNetwork.set(network, ofNetwork + 1);
    const png = this.#last.then(make);
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
