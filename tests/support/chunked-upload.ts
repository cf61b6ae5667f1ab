import { setTimeout as pause } from 'node:timers/promises';
import { connect, parseReply, type RawReply, readUntil } from '#tests/support/raw-exchange.ts';

interface Upload {
  readonly port: number;
  /** The head of the request, `Transfer-Encoding: chunked` included. */
  readonly head: string;
  readonly bytes: number;
  /** Between two pieces, for a slow client. */
  readonly pauseMs?: number;
}

/** Sends a body in chunks to its end, as browsers do, and reads the answer only then. Rejects where the connection breaks. */
export async function uploadInChunks({ port, head, bytes, pauseMs }: Upload): Promise<RawReply> {
  const socket = (await connect(port)).pause();
  // Told by the write that fails.
  socket.on('error', () => undefined);
  const size = 512 * 1024;
  const piece = Buffer.from(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`);
  const send = (data: string | Buffer) =>
    new Promise<void>((resolve, reject) => {
      socket.write(data, (error) => (error ? reject(error) : resolve()));
    });
  await send(head);
  for (let sent = 0; sent < bytes; sent += size) {
    await send(piece);
    if (pauseMs !== undefined) await pause(pauseMs);
  }
  await send('0\r\n\r\n');
  const reply = readUntil(socket, (text) => text.endsWith('}'));
  socket.resume();
  const text = await reply;
  socket.destroy();
  return parseReply(text);
}
