import type { Socket } from 'node:net';

type Callback = (error?: Error | null) => void;

/**
 * An upstream that refuses an upload early answers and closes the connection, so that the next write fails while its
 * answer is still unread. Node destroys a socket when a write fails, and drops what is unread. Here such a write counts as
 * done, and reading shows how the connection ended: with an answer, or reset.
 */
export function readAnswerBeforeError(socket: Socket): void {
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, callback) => write(chunk, encoding, unlessClosed(callback));
  const writeAll = socket._writev?.bind(socket);
  if (writeAll !== undefined) socket._writev = (chunks, callback) => writeAll(chunks, unlessClosed(callback));
}

function unlessClosed(callback: Callback): Callback {
  return (error) => callback(isClosedByPeer(error) ? null : error);
}

function isClosedByPeer(error: NodeJS.ErrnoException | null | undefined): boolean {
  return error?.code === 'EPIPE' || error?.code === 'ECONNRESET';
}
