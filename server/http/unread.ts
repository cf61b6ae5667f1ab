import type { Duplex } from 'node:stream';
import type { GatewayResponse } from '#server/request/facts.ts';
import type { Tuning } from '#server/tuning.ts';

/** The open connections, each with the response that it is waiting for. */
type Connections = ReadonlyMap<Duplex, GatewayResponse | undefined>;

/**
 * Bounds what the clients of one network leave unread in our memory: above the bound, connections on which nothing was read
 * since the last look are ended. Everybody else's are left to the longer time of a stalled reader. Returns the function
 * that stops looking.
 */
export function boundUnread(connections: Connections, { bytesPerNetwork, everyMs }: Tuning['unread']): () => void {
  /** By connection, the bytes that its client had read until the last look. */
  const before = new WeakMap<Duplex, number>();
  const look = (): void => {
    const byNetwork = new Map<string, { bytes: number; stalled: Duplex[] }>();
    for (const [socket, res] of connections) {
      const unread = socket.writableLength;
      if (unread === 0 || res === undefined) continue;
      const { network } = res.locals.client;
      const seen = byNetwork.get(network) ?? { bytes: 0, stalled: [] };
      byNetwork.set(network, seen);
      seen.bytes += unread;
      const left = ('bytesWritten' in socket ? Number(socket.bytesWritten) : 0) - unread;
      if (before.get(socket) === left) seen.stalled.push(socket);
      before.set(socket, left);
    }
    for (const { bytes, stalled } of byNetwork.values())
      if (bytes > bytesPerNetwork) for (const socket of stalled) socket.destroy();
  };
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}
