import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { smallReads } from './small-reads.ts';

it('brings every byte, small or large, of two sockets at once, and leaves what it brought as it was', async () => {
  const messages = [randomBytes(100), randomBytes(1_000_000), randomBytes(3000), randomBytes(50_000)];
  const server = createServer(async (socket) => {
    for (const message of messages) {
      socket.write(message);
      // The other side has all of it.
      await once(socket, 'data');
    }
    socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const received = await Promise.all([readAll(port), readAll(port)]);
  for (const chunks of received) expect(Buffer.concat(chunks).equals(Buffer.concat(messages))).toBe(true);
  server.close();

  async function readAll(port: number): Promise<Buffer[]> {
    const socket = connect({ port, host: '127.0.0.1', onread: smallReads });
    const chunks: Buffer[] = [];
    let [missing, next] = [messages[0]?.length ?? 0, 1];
    for await (const chunk of socket) {
      chunks.push(chunk);
      missing -= chunk.length;
      if (missing > 0) continue;
      missing = messages[next]?.length ?? 0;
      next += 1;
      socket.write('next');
    }
    return chunks;
  }
});
