import type { UpstreamConfig } from '../config.ts';
import type { Trouble } from '../trouble-log.ts';
import { type CounterMaker, memoryCounters, redisCounters } from './counters.ts';

interface OpenCounters {
  readonly counters: CounterMaker;
  readonly close: () => void;
}

/** Counters in the Redis of the configuration, which connects in the background; without one in this process. */
export async function openCounters(
  { redisUrl, redisPrefix }: Pick<UpstreamConfig, 'redisUrl' | 'redisPrefix'>,
  trouble: Trouble,
): Promise<OpenCounters> {
  if (redisUrl === undefined) return { counters: memoryCounters(), close: () => undefined };
  // Imported here, because an upstream without Redis does not need the client in memory.
  const { createClient } = await import('redis');
  const client = createClient({
    url: redisUrl,
    // Without a connection a command fails at once, and this process counts for itself.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(tries * 100, 2000) },
  });
  client.on('error', (error: unknown) => trouble('redis', error));
  // A failed attempt is reported as an 'error' event too, and tried again.
  client.connect().catch(() => undefined);
  return { counters: redisCounters(client, redisPrefix), close: () => client.destroy() };
}
