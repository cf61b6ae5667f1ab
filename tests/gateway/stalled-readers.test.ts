import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest } from '#tests/support/raw-exchange.ts';
import { makeSite } from '#tests/support/site-fixture.ts';
import { handshake } from '#tests/support/web-socket.ts';

const clientTimes = { writeStallMs: 200 };

describe('a client that reads nothing', () => {
  describeGateway('is ended', (start) => {
    it.each([
      ['pipelined files', '/assets/photo-01234567.png', 250],
      ['pipelined errors', '/%zz', 20_000],
      ['an answer of the upstream', '/api/big', 1],
    ])('with %s', async (_what, path, times) => {
      const { site, remove } = makeSite();
      const { gateway } = await start((_request, socket) => socket.write(answer('x'.repeat(20_000_000))), {
        tuning: { clients: clientTimes },
        site,
      });
      const connected = once(gateway.server, 'connection') as Promise<[Socket]>;
      const client = (await connect(gateway.port)).pause();
      client.on('error', () => undefined);
      const [served] = await connected;
      const closed = once(served, 'close');
      client.write(head(`GET ${path}`, 'Accept: text/html').repeat(times));
      await closed;
      client.destroy();
      remove();
    });
  });

  describeGateway('is kept', (start) => {
    it('while its call waits for the upstream, and between two requests', async () => {
      const { gateway } = await start(
        (_request, socket) => void setTimeout(() => socket.write(answer('{"late":1}')), 500),
        { tuning: { clients: clientTimes } },
      );
      const reply = await rawRequest(gateway.port, head('GET /api/x'), (text) => text.endsWith('}'));
      expect([reply.status, reply.values('keep-alive')]).toEqual([200, ['timeout=70']]);
    });
  });
});

describeGateway('an upgrade that is answered without 101', (start) => {
  it('ends in time, whether or not its answer does', async () => {
    const { gateway, upstream } = await start(
      (_request, socket) => socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 1000\r\n\r\nhalf'),
      { config: { proxyTimeoutMs: 200 } },
    );
    const connected = once(gateway.server, 'connection') as Promise<[Socket]>;
    const client = await connect(gateway.port);
    client.resume();
    const [served] = await connected;
    const closed = once(served, 'close');
    client.write(handshake());
    await closed;
    await expect.poll(() => upstream.sockets.size, { interval: 10 }).toBe(0);
    client.destroy();
  });
});

const megabyte = 1024 * 1024;
const from = (address: string, ...more: string[]) => head('GET /api/big', `X-Forwarded-For: ${address}`, ...more);

describeGateway('clients that read nothing', (start) => {
  it('of one network are ended above its bound, and nobody else is', async () => {
    const body = 'x'.repeat(20 * megabyte);
    const { gateway } = await start((_request, socket) => socket.write(answer(body)), {
      tuning: { unread: { bytesPerNetwork: 100_000, everyMs: 50 } },
    });
    const served: Socket[] = [];
    gateway.server.on('connection', (socket) => served.push(socket));
    const open = async (address: string) => {
      const client = await connect(gateway.port);
      client.on('error', () => undefined).pause();
      client.write(from(address));
      await once(client, 'readable');
      return client;
    };
    // One alone leaves less unread than the bound; a few together leave more.
    const alone = await open('198.51.100.1');
    const together = await Promise.all(Array.from({ length: 8 }, () => open('192.0.2.1')));
    await expect.poll(() => served.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(4);
    expect(served[0]?.destroyed).toBe(false);
    const reader = await rawRequest(gateway.port, from('192.0.2.1', 'Connection: close'));
    expect([reader.status, reader.body.length]).toEqual([200, body.length]);
    for (const client of [alone, ...together]) client.destroy();
  });
});
