/** Follows the WebSocket frames of a byte stream, to know whether the stream is between two frames. */
export class FrameBoundary {
  /** Bytes of the current frame's header, until it is complete. */
  #header: number[] = [];
  #payloadLeft = 0;
  #listener: (() => void) | undefined;

  get isBetween(): boolean {
    return this.#payloadLeft === 0 && this.#header.length === 0;
  }

  onceBetween(listener: () => void): void {
    this.#listener = listener;
  }

  see(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#payloadLeft > 0) {
        const taken = Math.min(this.#payloadLeft, chunk.length - at);
        this.#payloadLeft -= taken;
        at += taken;
      } else {
        this.#header.push(chunk[at] as number);
        at += 1;
        const length = payloadLength(this.#header);
        if (length === undefined) continue;
        this.#payloadLeft = length;
        this.#header = [];
      }
    }
    if (!this.isBetween || this.#listener === undefined) return;
    const listener = this.#listener;
    this.#listener = undefined;
    listener();
  }
}

/** The payload's length as soon as the header is complete (RFC 6455 5.2). */
function payloadLength(header: readonly number[]): number | undefined {
  const second = header[1];
  if (second === undefined) return undefined;
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const maskBytes = second & 0x80 ? 4 : 0;
  if (header.length < 2 + lengthBytes + maskBytes) return undefined;
  if (lengthBytes === 0) return short;
  return header.slice(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
}
