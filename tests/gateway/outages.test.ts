import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { type GatewayOverrides, type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

const gateways: StartedGateway[] = [];
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
});

/** A gateway whose upstream refuses connections. */
async function startAlone(options: Partial<GatewayOverrides> = {}): Promise<StartedGateway> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const gateway = await startGateway({ upstreamUrl: `http://127.0.0.1:${port}`, ...options });
  gateways.push(gateway);
  return gateway;
}

describe('while the upstream is away', () => {
  it('a call that a budget refuses takes nobody’s try: the circuit is asked last', async () => {
    const gateway = await startAlone({ budgetPoints: { 'network-reads': 5 } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await request(gateway.url).get('/api/profile/view')).status);
    expect(statuses).toEqual([502, 502, 502, 502, 502, 429]);
    // At once: one of them may be the trial call, where the pause is over already.
    const writes = await Promise.all([1, 2, 3].map(() => request(gateway.url).post('/api/signout')));
    const refused = writes.find(({ status }) => status !== 502);
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([503, '1']);
  });
});
