import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** The way to a server. Pulled out, new connections are refused and the open ones are cut, as by a server that has died. */
export interface Plug {
  port: number;
  /** The target's address by this way. */
  url: string;
  pull(): Promise<void>;
  putBack(): Promise<void>;
  close(): Promise<void>;
}

export async function createPlug(targetUrl: string): Promise<Plug> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const there = net.connect(Number(target.port), target.hostname);
    for (const socket of [client, there]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    client.pipe(there).pipe(client);
    client.once('close', () => there.destroy());
    there.once('close', () => client.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const pull = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = new URL(targetUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    port,
    url: url.href,
    pull,
    putBack: async () => void (await listen(port)),
    close: async () => {
      if (server.listening) await pull();
    },
  };
}
