import net, { type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can fall silent, as a machine without power or a broken network does. */
export interface TcpRelay {
  readonly port: number;
  /** How many connections were accepted so far. */
  accepted(): number;
  /** From now on every byte is dropped, in both directions, on open connections and on new ones. Nothing is closed. */
  dropBytes(): void;
  /** New connections work again. Those that lost bytes are reset, as they are by a network that has come back. */
  heal(): void;
  /** New connections work again; the old ones stay silent for ever, as after another machine has taken over the address. */
  replace(): void;
  close(): Promise<void>;
}

export async function startTcpRelay(targetPort: number, targetHost = '127.0.0.1'): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let isSilent = false;
  let accepted = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      if (!lost.has(from)) to.write(bytes);
    });
    from.once('close', () => {
      if (!lost.has(from)) to.destroy();
    });
  };
  const server = net.createServer((client) => {
    accepted += 1;
    keep(client);
    if (isSilent) return void client.resume();
    const target = net.connect(targetPort, targetHost);
    keep(target);
    pass(client, target);
    pass(target, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    dropBytes: () => {
      isSilent = true;
      for (const socket of sockets) lost.add(socket);
    },
    heal: () => {
      closeAll();
      isSilent = false;
    },
    replace: () => {
      isSilent = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeAll();
      }),
  };
}
