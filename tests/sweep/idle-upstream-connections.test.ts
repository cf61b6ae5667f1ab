import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { skipFor } from '#tests/support/lacks.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { startTcpRelay } from '#tests/support/tcp-relay.ts';
import { acceptAndEcho, handshake } from '#tests/support/web-socket.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An upstream on Node's own server, which announces its `keepAliveMs` in each answer, with the connection of each call. */
async function startUpstream(keepAliveMs: number): Promise<{ url: string; seen: Socket[]; server: http.Server }> {
  const seen: Socket[] = [];
  const server = http.createServer({ keepAliveTimeout: keepAliveMs, keepAliveTimeoutBuffer: 0 }, (req, res) => {
    seen.push(req.socket);
    req.resume().once('end', () => res.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server };
}

async function startGatewayTo(upstreamUrl: string, config = {}): Promise<StartedGateway> {
  const gateway = await startGateway({ upstreamUrl, config });
  closing.push(() => gateway.close());
  return gateway;
}

async function post({ url }: StartedGateway): Promise<number> {
  const reply = await fetch(`${url}/api/x`, { method: 'POST', body: '{}' });
  await reply.arrayBuffer();
  return reply.status;
}

describe('an idle connection to the upstream', () => {
  it('is not used when the upstream is about to close it, so that no POST is lost', async () => {
    const gapsMs = [0, 950, 1000, 1050, 1950, 1990, 2000, 2010];
    await Promise.all(
      gapsMs.map(async (gapMs) => {
        const { url } = await startUpstream(2000);
        const gateway = await startGatewayTo(url);
        for (let call = 0; call < 3; call += 1) {
          if (call > 0) await pause(gapMs);
          expect(await post(gateway), `after ${gapMs} ms`).toBe(200);
        }
      }),
    );
  });

  it('is not used again once a call on another one got no answer: the machine behind both may be gone', async () => {
    const { url } = await startUpstream(60_000);
    const relay = await startTcpRelay(Number(new URL(url).port));
    closing.push(() => relay.close());
    const gateway = await startGatewayTo(`http://127.0.0.1:${relay.port}`, { proxyTimeoutMs: 1500 });
    await Promise.all([post(gateway), post(gateway)]);
    expect(relay.accepted()).toBe(2);
    relay.dropBytes();
    expect(await post(gateway)).toBe(504);
    relay.replace();
    expect(await post(gateway)).toBe(200);
    expect(relay.accepted()).toBe(3);
  });

  it('is asked by TCP within 5 s whether its machine is still there, and so is a silent WebSocket', async (context) => {
    if (process.platform !== 'linux') return skipFor(context, 'the system does not name its timers (Linux does)');
    const { url, seen, server } = await startUpstream(60_000);
    const upgraded = once(server, 'upgrade');
    server.on('upgrade', (req, socket: Socket) => acceptAndEcho(socket, req.headers['sec-websocket-key']));
    const gateway = await startGatewayTo(url);
    expect(await post(gateway)).toBe(200);
    // Stays open: the gateway ends the upstream's side with the client's.
    const client = connect(gateway.port, '127.0.0.1').resume();
    closing.push(async () => client.destroy());
    client.write(handshake());
    const [{ socket }] = (await upgraded) as [http.IncomingMessage];
    // Until the last bytes are acknowledged, the connection's timer is that of sending them again.
    for (const { remotePort } of [seen[0] as Socket, socket])
      await expect.poll(() => keepAliveSecondsOf(remotePort)).toBeLessThanOrEqual(5);
  });
});

/** In how many seconds Linux asks the peer of an idle connection over IPv4, as /proc/net/tcp says; NaN where it does not ask. */
function keepAliveSecondsOf(localPort = 0): number {
  const local = `:${localPort.toString(16).toUpperCase().padStart(4, '0')}`;
  const fields = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, address]) => address?.endsWith(local));
  const [kind, hundredths = ''] = fields?.[5]?.split(':') ?? [];
  return kind === '02' ? Number.parseInt(hundredths, 16) / 100 : Number.NaN;
}
