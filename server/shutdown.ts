import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { LiveSockets } from './live-sockets.ts';

export interface DrainDeps {
  server: Server;
  liveSockets: LiveSockets;
  graceMs: number;
}

/** The way out: what runs is finished, nobody is told to come back, and whatever is left at the end is cut. */
export class Drain {
  readonly #deps: DrainDeps;
  readonly #running = new Set<ServerResponse>();
  readonly #connections = new Set<Socket>();
  #finished: Promise<void> | undefined;

  constructor(deps: DrainDeps) {
    this.#deps = deps;
    // The server itself forgets a connection as soon as it asks to upgrade.
    deps.server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  get isDraining(): boolean {
    return this.#finished !== undefined;
  }

  /** How many requests have no complete answer yet. */
  get running(): number {
    return this.#running.size;
  }

  /** Every response has to be announced, so that it can carry `Connection: close` when it is the last one. */
  track(res: ServerResponse): void {
    if (this.isDraining) res.shouldKeepAlive = false;
    this.#running.add(res);
    res.once('close', () => this.#running.delete(res));
  }

  run(): Promise<void> {
    this.#finished ??= this.#run();
    return this.#finished;
  }

  async #run(): Promise<void> {
    const { server, liveSockets, graceMs } = this.#deps;
    for (const res of this.#running) if (!res.headersSent) res.shouldKeepAlive = false;
    // Not http.Server's close(): it would cut idle connections at once, in the face of a request on its way
    // (nodejs/node#60617). They have a moment to bring it and to be told goodbye.
    const closed = new Promise<void>((resolve) => {
      if (!server.listening) resolve();
      else NetServer.prototype.close.call(server, () => resolve());
    });
    liveSockets.closeAll();
    const idle = setInterval(() => server.closeIdleConnections(), Math.min(1000, graceMs / 4));
    const deadline = setTimeout(() => {
      liveSockets.destroyAll();
      for (const socket of this.#connections) socket.destroy();
    }, graceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
    // Stops the timer that looks for slow clients, too.
    server.close(() => {});
  }
}
