import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { LiveSockets } from '#server/live/live-sockets.ts';
import type { GatewayResponse, Middleware } from '#server/request/facts.ts';

export interface DrainOptions {
  readonly sockets: LiveSockets;
  /**
   * How long the listener stays open after readiness has said 503, so that a load balancer can notice and send new
   * requests elsewhere.
   */
  readonly delayMs: number;
  /** How long running requests may take to finish after that. */
  readonly graceMs: number;
}

/** Graceful shutdown: running requests finish, connections are closed after them, the rest is cut after the grace. */
export class Drain {
  readonly #options: DrainOptions;
  #server: Server | undefined;
  readonly #connections = new Map<Duplex, GatewayResponse | undefined>();
  #running = 0;
  #isDraining = false;
  #finished: Promise<void> | undefined;

  constructor(options: DrainOptions) {
    this.#options = options;
  }

  /** Takes note of every connection of the server that is to be shut down. */
  attach(server: Server): void {
    this.#server = server;
    // The server's own list drops a connection as soon as it asks to upgrade.
    server.on('connection', (socket) => {
      this.#connections.set(socket, undefined);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** No new work is taken: the listener is closed. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** The shutdown has begun: readiness says 503, and requests that still come are answered on connections that close. */
  get isLeaving(): boolean {
    return this.#finished !== undefined;
  }

  /**
   * Every open connection, with the response that it is waiting for, or that was sent before the whole request had come.
   * Not a Set of responses: V8 keeps the garbage of a busy Set alive through several collections.
   */
  get connections(): ReadonlyMap<Duplex, GatewayResponse | undefined> {
    return this.#connections;
  }

  /** How many requests have no complete answer yet. */
  get running(): number {
    return this.#running;
  }

  /**
   * Counts the request until its response is over, announces `Connection: close` on the last one, and notes which answer
   * of the connection comes first.
   */
  readonly track: Middleware = (req, res, next) => {
    if (this.isLeaving) res.shouldKeepAlive = false;
    const { socket } = req;
    // A response has its socket when no other one of its connection comes first.
    if (res.socket === null) res.locals.behind = this.#connections.get(socket);
    this.#connections.set(socket, res);
    this.#running += 1;
    const free = (): void => {
      if (this.#connections.get(socket) === res) this.#connections.set(socket, undefined);
    };
    res.on('close', () => {
      this.#running -= 1;
      // The unread rest of a refused body belongs to this answer: an error in that rest must not be answered again.
      if (req.complete) free();
      else req.once('end', free);
    });
    next();
  };

  run(): Promise<void> {
    this.#finished ??= this.#run();
    return this.#finished;
  }

  async #run(): Promise<void> {
    const { sockets, delayMs, graceMs } = this.#options;
    const server = this.#server;
    if (server === undefined) return;
    if (delayMs > 0 && server.listening) {
      await pause(delayMs);
      // Just after the event loop has accepted what waits: the kernel resets connections that it finds still waiting
      // when the listener closes, and a proxy may have sent a request on them.
      await nextTurn();
    }
    this.#isDraining = true;
    // Only the last of several pipelined requests: no other answer could follow one that closes the connection.
    for (const res of this.#connections.values()) if (res?.headersSent === false) res.shouldKeepAlive = false;
    // Not http.Server's close(): it cuts idle connections at once, also those with a request on its way
    // (nodejs/node#60617). Here an idle connection stays open for a moment, and a request that arrives on it is answered.
    const closed = new Promise<void>((resolve) => {
      if (!server.listening) resolve();
      else NetServer.prototype.close.call(server, () => resolve());
    });
    sockets.endAll();
    const idle = setInterval(() => server.closeIdleConnections(), Math.min(1000, graceMs / 4));
    const deadline = setTimeout(() => {
      for (const socket of this.#connections.keys()) socket.destroy();
    }, graceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
    // Stops the timer that looks for slow clients, which the net.Server's close() does not.
    server.close(() => {});
  }
}
