import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LiveSockets } from './live-sockets.ts';

export interface DrainDeps {
  server: Server;
  liveSockets: LiveSockets;
  graceMs: number;
}

/** The way out: what runs is finished, nobody is told to come back, and whatever is left at the end is cut. */
export class Drain {
  readonly #deps: DrainDeps;
  /**
   * With the response that each one is waiting for. Not a Set of responses: one with so many comings and goings makes
   * the collector keep them long after they are over (see Silences).
   */
  readonly #connections = new Map<Duplex, ServerResponse | undefined>();
  #running = 0;
  #finished: Promise<void> | undefined;

  constructor(deps: DrainDeps) {
    this.#deps = deps;
    // The server itself forgets a connection as soon as it asks to upgrade.
    deps.server.on('connection', (socket) => {
      this.#connections.set(socket, undefined);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  get isDraining(): boolean {
    return this.#finished !== undefined;
  }

  /** How many requests have no complete answer yet. */
  get running(): number {
    return this.#running;
  }

  /** The response that this connection is waiting for. */
  responseOn(connection: Duplex): ServerResponse | undefined {
    return this.#connections.get(connection);
  }

  /** Every response has to be announced, so that it can carry `Connection: close` when it is the last one. */
  track(res: ServerResponse): void {
    if (this.isDraining) res.shouldKeepAlive = false;
    const { socket } = res.req;
    this.#connections.set(socket, res);
    this.#running += 1;
    res.on('close', () => {
      this.#running -= 1;
      if (this.#connections.get(socket) === res) this.#connections.set(socket, undefined);
    });
  }

  run(): Promise<void> {
    this.#finished ??= this.#run();
    return this.#finished;
  }

  async #run(): Promise<void> {
    const { server, liveSockets, graceMs } = this.#deps;
    // Of several requests on one connection the last, because nothing could follow an answer that says so.
    for (const res of this.#connections.values()) if (res?.headersSent === false) res.shouldKeepAlive = false;
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
      for (const socket of this.#connections.keys()) socket.destroy();
    }, graceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
    // Stops the timer that looks for slow clients, too.
    server.close(() => {});
  }
}
