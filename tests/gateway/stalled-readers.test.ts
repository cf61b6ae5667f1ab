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
