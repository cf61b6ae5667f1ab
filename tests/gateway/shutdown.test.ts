import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { connect, parseReply, readUntil } from '#tests/support/raw-request.ts';
import { handshake } from '#tests/support/web-socket.ts';

const whole = (text: string): boolean => text.endsWith('{}');
const slow: Behaviour = (request, socket) => {
  if (request.target === '/never') return;
  setTimeout(() => socket.write(answer()), request.target === '/slow' ? 400 : 0);
};

describeGateway('at shutdown', (start) => {
  it('a running request finishes and says goodbye, and nobody new comes in', async () => {
    const { gateway, upstream } = await start(slow, { config: { shutdownGraceMs: 4000 } });
    const socket = await connect(gateway.port);
    socket.write(head('GET /api/slow'));
    await expect.poll(() => upstream.requests.length).toBe(1);
    const stopped = gateway.close();
    await expect(connect(gateway.port)).rejects.toThrow('ECONNREFUSED');
    const reply = parseReply(await readUntil(socket, () => false));
    expect([reply.status, reply.body, reply.values('connection')]).toEqual([200, '{}', ['close']]);
    await stopped;
  });

  it('a request already on its way on a kept connection is still answered', async () => {
    const { gateway } = await start(slow, { config: { shutdownGraceMs: 4000 } });
    const socket = await connect(gateway.port);
    socket.write(head('GET /api/x'));
    await readUntil(socket, whole);
    const stopped = gateway.close();
    socket.write(head('GET /api/y'));
    const reply = parseReply(await readUntil(socket, () => false));
    expect([reply.status, reply.values('connection')]).toEqual([200, ['close']]);
    await stopped;
  });

  it('idle connections are closed soon, and no WebSocket is opened any more', async () => {
    const { gateway, upstream } = await start(slow, { config: { shutdownGraceMs: 4000 } });
    const idle = await connect(gateway.port);
    idle.write(head('GET /api/x'));
    await readUntil(idle, whole);
    const waiting = await connect(gateway.port);
    waiting.write(head('GET /api/x'));
    await readUntil(waiting, whole);
    const startedAt = performance.now();
    const stopped = gateway.close();
    waiting.write(handshake());
    expect(parseReply(await readUntil(waiting, () => false)).status).toBe(503);
    waiting.destroy();
    await readUntil(idle, () => false);
    idle.destroy();
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(3500);
    expect(upstream.requests.filter(({ target }) => target.startsWith('/socket.io'))).toEqual([]);
  });

  it('what has not finished by the end of the grace is cut', async () => {
    const { gateway, upstream } = await start(slow, { config: { shutdownGraceMs: 300 } });
    const socket = await connect(gateway.port);
    socket.write(head('GET /api/never'));
    await expect.poll(() => upstream.requests.length).toBe(1);
    const startedAt = performance.now();
    await gateway.close();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    await expect.poll(() => upstream.requests[0]?.isOpen()).toBe(false);
    socket.destroy();
  });
});
