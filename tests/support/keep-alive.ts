import type { Socket } from 'node:net';
import { connect, parseReply, type RawReply, readUntil } from '#tests/support/raw-exchange.ts';

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
async function exchange(socket: Socket, bytes: string): Promise<{ text: string; isOver: boolean }> {
  const answer = readUntil(socket, isWhole);
  socket.write(bytes, 'latin1');
  const text = await answer;
  return { text, isOver: !isWhole(text) };
}

/** Whether an answer on a connection that stays open is complete. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, Math.max(0, end));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && !/\r\nconnection: close/i.test(head) && text.length >= end + 4 + Number(length);
}
