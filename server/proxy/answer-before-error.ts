import type { Socket } from 'node:net';

type Callback = (error?: Error | null) => void;

/**
 * A write that fails because the upstream has closed the connection says nothing of its answer, which may wait in the
 * same connection: the early refusal of an upload. Node destroys a socket at once when a write fails, and its unread
 * bytes with it. Here such a write counts as done, and reading tells how the connection ended: with an answer, or reset.
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
