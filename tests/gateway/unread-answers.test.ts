import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest } from '#tests/support/raw-exchange.ts';

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
