import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

interface Seen {
  /** The connection that each call came on. */
  readonly connections: Socket[];
  /** How long the connection of a call had been idle, in milliseconds; for calls on a kept connection. */
  readonly idleMs: number[];
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An upstream on Node's own server, which announces its `keepAliveMs` in each answer unless that is 0. */
async function startUpstream(keepAliveMs: number): Promise<{ url: string; seen: Seen; server: http.Server }> {
  const seen: Seen = { connections: [], idleMs: [] };
  const answeredAt = new WeakMap<Socket, number>();
  const server = http.createServer({ keepAliveTimeout: keepAliveMs, keepAliveTimeoutBuffer: 0 }, (req, res) => {
    const { socket } = req;
    const before = answeredAt.get(socket);
    if (before !== undefined) seen.idleMs.push(performance.now() - before);
    seen.connections.push(socket);
    req.resume().once('end', () => res.end('{}'));
    res.once('finish', () => answeredAt.set(socket, performance.now()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server };
}

async function startGatewayTo(upstreamUrl: string): Promise<StartedGateway> {
  const gateway = await startGateway({ upstreamUrl });
  closing.push(() => gateway.close());
  return gateway;
}

async function post({ url }: StartedGateway): Promise<number> {
  const reply = await fetch(`${url}/api/x`, { method: 'POST', body: '{}' });
  await reply.arrayBuffer();
  return reply.status;
}

describe('an idle connection to the upstream', () => {
  it('is not used in the last second before the upstream closes it, so that no POST is lost', async () => {
    const gapsMs = [0, 300, 900, 950, 1000, 1050, 1100, 1500, 1900, 1950, 1990, 2000, 2010, 2050];
    await Promise.all(
      gapsMs.map(async (gapMs) => {
        const { url, seen } = await startUpstream(2000);
        const gateway = await startGatewayTo(url);
        for (let call = 0; call < 4; call += 1) {
          if (call > 0) await pause(gapMs);
          expect(await post(gateway), `after ${gapMs} ms`).toBe(200);
        }
        expect(seen.connections).toHaveLength(4);
        if (gapMs <= 300) expect(new Set(seen.connections).size).toBe(1);
        if (gapMs >= 1100) expect(new Set(seen.connections).size).toBe(4);
        // The upstream's clock starts a moment before the gateway has read the answer.
        expect(Math.max(0, ...seen.idleMs)).toBeLessThan(1250);
      }),
    );
  }, 20_000);

  it('is closed by the gateway after 4 s when the upstream announces nothing, and at once when it announces 1 s', async () => {
    const idleUntilClosed = async (keepAliveMs: number): Promise<number> => {
      const { url, seen } = await startUpstream(keepAliveMs);
      expect(await post(await startGatewayTo(url))).toBe(200);
      const answeredAt = performance.now();
      await once(seen.connections[0] as Socket, 'close');
      return performance.now() - answeredAt;
    };
    const [unannounced, short] = await Promise.all([idleUntilClosed(0), idleUntilClosed(1000)]);
    expect(unannounced).toBeGreaterThan(3800);
    expect(unannounced).toBeLessThan(6000);
    expect(short).toBeLessThan(900);
  }, 20_000);
});
