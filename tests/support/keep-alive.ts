import type { Socket } from 'node:net';
import { connect, parseReply, type RawReply } from './raw-request.ts';

/**
 * Sends each request as the bytes that it is, over a few kept connections, and gives the answers in the order of the
 * requests. Answers must say how long they are, or close their connection.
 */
export async function exchangeAll(port: number, requests: readonly string[], connections = 16): Promise<RawReply[]> {
  const replies: RawReply[] = [];
  let next = 0;
  const work = async () => {
    let socket: Socket | undefined;
    while (next < requests.length) {
      const at = next;
      next += 1;
      socket ??= await connect(port);
      const { text, isOver } = await exchange(socket, requests[at] as string);
      replies[at] = parseReply(text);
      if (isOver) {
        socket.destroy();
        socket = undefined;
      }
    }
    socket?.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return replies;
}

/** One answer, and whether its connection is over. */
function exchange(socket: Socket, bytes: string): Promise<{ text: string; isOver: boolean }> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (isOver: boolean) => {
      socket.off('data', read).off('close', closed).off('end', closed);
      resolve({ text, isOver });
    };
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = text.slice(0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (/\r\nconnection: close/i.test(head)) return;
      if (length !== undefined && text.length >= end + 4 + Number(length)) finish(false);
    };
    const closed = () => finish(true);
    socket.on('data', read).once('close', closed).once('end', closed);
    socket.write(bytes, 'latin1');
  });
}
