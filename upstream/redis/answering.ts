import type { Trouble } from '#platform/log/trouble-log.ts';

/** The part of node-redis' client that this module uses. */
export interface RedisClient {
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'connect' | 'ready' | 'error' | 'end', listener: (error?: unknown) => void): unknown;
}

export interface ProbeTimes {
  /** Between an answer and the next probe. */
  readonly everyMs: number;
  /** How long an answer may take. Together with `everyMs` the longest wait of any command. */
  readonly answerMs: number;
  /** Before connecting again. */
  readonly pauseMs: number;
}

const usualTimes: ProbeTimes = { everyMs: 250, answerMs: 700, pauseMs: 250 };

export interface Answering {
  /** The last probe was answered, and took effect. */
  readonly isUp: () => boolean;
  readonly close: () => void;
}

/**
 * Connects `client`, and ends its connection when Redis does not answer: every command that waits then fails, and later
 * ones fail at once until Redis is back. node-redis has no such bound: its `timeout` of a command holds only until the
 * command is written, and `socketTimeout` begins anew with each write.
 *
 * `probe` must be a command that writes, where the client is used for writing: a demoted server (READONLY) and a Cluster
 * (MOVED) answer a PING as if all were well.
 */
export function keepAnswering(
  client: RedisClient,
  probe: () => Promise<unknown>,
  trouble: Trouble,
  { everyMs, answerMs, pauseMs }: ProbeTimes = usualTimes,
): Answering {
  let isUp = false;
  let isClosed = false;
  let next: NodeJS.Timeout | undefined;
  let handshake: NodeJS.Timeout | undefined;
  const after = (ms: number, work: () => void): NodeJS.Timeout => setTimeout(() => isClosed || work(), ms).unref();
  const note = (error: unknown): void => {
    if (isClosed) return;
    isUp = false;
    trouble('Redis', error);
  };
  const connect = (): void => {
    // A failed attempt is an 'error' event, too, and the client tries again.
    client.connect().catch(() => undefined);
  };
  const renew = (error: unknown): void => {
    note(error);
    client.destroy();
    after(pauseMs, connect);
  };
  const ask = (): void => {
    clearTimeout(next);
    // The client connects again by itself, and its 'ready' begins the probes anew.
    if (!client.isReady) return;
    let isOver = false;
    const settle = (work: () => void): void => {
      if (isOver || isClosed) return;
      isOver = true;
      clearTimeout(silence);
      work();
    };
    const askLater = () => {
      next = after(everyMs, ask);
    };
    // An answer that came while this process was busy is read before the immediate runs.
    const silence = after(answerMs, () =>
      setImmediate(() =>
        settle(() => {
          if (client.isReady) renew(new Error(`Redis has not answered for ${answerMs} ms`));
        }),
      ),
    );
    const answered = () => {
      isUp = true;
      askLater();
    };
    const failed = (error: unknown) => {
      if (!client.isReady) return;
      // A name or address may lead to the new primary by now.
      if (isReadOnly(error)) return renew(error);
      note(error);
      askLater();
    };
    probe().then(
      () => settle(answered),
      (error: unknown) => settle(() => failed(error)),
    );
  };
  client.on('error', (error) => {
    clearTimeout(handshake);
    note(error);
  });
  // A stopped server still accepts connections, and then does not answer the handshake.
  client.on('connect', () => {
    handshake = after(answerMs, () => renew(new Error('Redis accepts a connection and does not answer')));
  });
  client.on('ready', () => {
    clearTimeout(handshake);
    ask();
  });
  connect();
  return {
    isUp: () => isUp,
    close: () => {
      isClosed = true;
      isUp = false;
      client.destroy();
    },
  };
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('READONLY');
}

const probeKeys = 16;

/**
 * A probe that writes without leaving anything: it deletes a key that is not there, each time another one, because a
 * Cluster refuses only those keys that another of its servers has.
 */
export function createWriteProbe(remove: (key: string) => Promise<unknown>, keyPrefix: string): () => Promise<unknown> {
  let turn = 0;
  return () => {
    turn = (turn + 1) % probeKeys;
    return remove(`${keyPrefix}:probe:${turn}`);
  };
}
