import net, { type AddressInfo, type Socket } from 'node:net';

export interface TcpFront {
  url: string;
  close(): Promise<void>;
}

/** A minimal load balancer: connections go to the targets in turn, and past a target that refuses. */
export async function startTcpFront(targets: readonly string[]): Promise<TcpFront> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = net.createServer((client) => {
    keep(client);
    const first = turn++;
    const tryTarget = (attempt: number): void => {
      if (attempt === targets.length) return void client.destroy();
      const { hostname, port } = new URL(targets[(first + attempt) % targets.length] ?? '');
      const target = net.connect(Number(port), hostname);
      keep(target);
      const next = () => tryTarget(attempt + 1);
      target.once('error', next);
      target.once('connect', () => {
        target.off('error', next);
        client.pipe(target).pipe(client);
        client.once('close', () => target.destroy());
        target.once('close', () => client.destroy());
      });
    };
    tryTarget(0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
