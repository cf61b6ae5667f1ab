import { expect, it, onTestFinished } from 'vitest';
import { startHttpUpstream } from '#tests/support/http-upstream.ts';
import { startGateway } from '#tests/support/start-gateway.ts';
import { startTcpRelay } from '#tests/support/tcp-relay.ts';

it('idle connections to the upstream are not used any more once a call got no answer', async () => {
  const upstream = await startHttpUpstream((req, res) => void req.resume().once('end', () => res.end('{}')));
  const relay = await startTcpRelay(Number(new URL(upstream.url).port));
  const gateway = await startGateway({
    upstreamUrl: `http://127.0.0.1:${relay.port}`,
    config: { proxyTimeoutMs: 1500 },
  });
  onTestFinished(async () => {
    await gateway.close();
    await relay.close();
    await upstream.close();
  });
  const post = async () => {
    const reply = await fetch(`${gateway.url}/api/x`, { method: 'POST', body: '{}' });
    await reply.arrayBuffer();
    return reply.status;
  };
  await Promise.all([post(), post()]);
  expect(relay.accepted()).toBe(2);
  relay.dropBytes();
  expect(await post()).toBe(504);
  relay.replace();
  expect(await post()).toBe(200);
  expect(relay.accepted()).toBe(3);
});
