import type { Client, Dispatcher } from 'undici';

interface Connection {
  readonly client: Client;
  isFree: boolean;
}

const mostIdle = 256;

/**
 * Connections to the upstream as many as there are calls at once, each for one call at a time, the one used last first.
 * In place of undici's Pool, which goes through all its clients twice for each call, and does not take back a client
 * that refused one.
 */
export class UpstreamConnections {
  readonly #createClient: () => Client;
  readonly #all = new Set<Connection>();
  readonly #free: Connection[] = [];

  constructor(createClient: () => Client) {
    this.#createClient = createClient;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const connection = this.#free.pop() ?? this.#add();
    connection.isFree = false;
    const { client } = connection;
    // A client says `drain` when it has finished a call; one that refused it at once has nothing to finish.
    if (client.dispatch(options, handler) || client.stats.size === 0) this.#release(connection);
  }

  /** Cuts whatever is under way. */
  destroy(): void {
    for (const { client } of this.#all) void client.destroy();
  }

  #add(): Connection {
    const connection: Connection = { client: this.#createClient(), isFree: false };
    connection.client.on('drain', () => this.#release(connection));
    this.#all.add(connection);
    return connection;
  }

  #release(connection: Connection): void {
    if (connection.isFree) return;
    connection.isFree = true;
    if (this.#free.length < mostIdle) this.#free.push(connection);
    else {
      this.#all.delete(connection);
      void connection.client.destroy();
    }
  }
}
