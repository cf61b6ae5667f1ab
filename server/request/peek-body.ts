import type { IncomingMessage } from 'node:http';

/**
 * The first bytes of a request body, up to `limit`, which stay in the stream for the proxy to read.
 * Undefined when the body is longer than that, or the client goes away.
 */
export function peekBody(req: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (body: Buffer | undefined): void => {
      req.off('readable', read).off('end', end).off('close', gone).off('error', gone);
      resolve(body);
    };
    const putBack = (): Buffer => {
      const body = Buffer.concat(chunks);
      // Must run in the tick in which the last byte was read: in the next one the stream ends, and takes nothing back.
      if (body.length > 0) req.unshift(body);
      return body;
    };
    const read = (): void => {
      for (let chunk = req.read() as Buffer | null; chunk !== null; chunk = req.read() as Buffer | null) {
        chunks.push(chunk);
        length += chunk.length;
      }
      if (length > limit) {
        putBack();
        finish(undefined);
      } else if (req.complete) finish(putBack());
    };
    const end = (): void => finish(Buffer.concat(chunks));
    const gone = (): void => finish(undefined);
    req.on('readable', read).once('end', end).once('close', gone).once('error', gone);
  });
}
