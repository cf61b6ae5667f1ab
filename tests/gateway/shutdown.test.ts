import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { connect, parseReply, readUntil } from '#tests/support/raw-exchange.ts';
import { acceptAndEcho, handshake, textFrame } from '#tests/support/web-socket.ts';

const whole = (text: string): boolean => text.endsWith('}');
const slow: Behaviour = (request, socket) => {
  if (request.target === '/never') return;
  setTimeout(() => socket.write(answer()), request.target === '/slow' ? 400 : 0);
};

async function send(port: number, bytes: string): Promise<Socket> {
  const socket = await connect(port);
  socket.write(bytes);
  return socket;
}

describeGateway('at shutdown', (start) => {
  it('a running request finishes with Connection: close, and no new connection is accepted', async () => {
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

  it('readiness says 503 for the delay, while new connections are answered, and closed', async () => {
    const { gateway } = await start(slow, { config: { shutdownDelayMs: 600, shutdownGraceMs: 300 } });
    const ready = async () => parseReply(await readUntil(await send(gateway.port, head('GET /health/ready')), whole));
    const startedAt = performance.now();
    const stopped = gateway.close();
    expect((await ready()).status).toBe(503);
    const call = parseReply(await readUntil(await send(gateway.port, head('GET /api/x')), whole));
    expect([call.status, call.body, call.values('connection')]).toEqual([200, '{}', ['close']]);
    await stopped;
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(590);
    await expect(connect(gateway.port)).rejects.toThrow('ECONNREFUSED');
  });

  it('idle connections and WebSockets are closed soon, and no WebSocket is opened any more', async () => {
    const { gateway, upstream } = await start(
      (request, socket, self) => {
        const [key] = request.values('sec-websocket-key');
        if (key === undefined) slow(request, socket, self);
        else acceptAndEcho(socket, key);
      },
      // Far longer than this takes on the slowest machine.
      { config: { shutdownGraceMs: 120_000 } },
    );
    const live = await send(gateway.port, handshake());
    await readUntil(live, (text) => text.includes('\r\n\r\n'));
    const ended = readUntil(live, () => false);
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
    await Promise.all([readUntil(idle, () => false), ended]);
    for (const socket of [idle, live]) socket.destroy();
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(100_000);
    expect(upstream.requests.filter(({ target }) => target.startsWith('/socket.io'))).toHaveLength(1);
  });

  it('ends with its grace, in whatever state its connections are', async () => {
    const flood = Buffer.concat(Array.from({ length: 1000 }, () => textFrame('x'.repeat(100))));
    const { gateway, upstream } = await start(
      (request, socket) => {
        if (request.values('upgrade').length === 0) {
          if (request.target === '/events')
            socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n');
          else if (request.target === '/once') socket.write(answer());
          return;
        }
        if (request.target.includes('silent')) return;
        acceptAndEcho(socket, request.values('sec-websocket-key')[0]);
        // More than all buffers hold, for a client that reads nothing.
        if (request.target.includes('flood')) for (let i = 0; i < 100; i += 1) socket.write(flood);
      },
      { config: { shutdownGraceMs: 300 } },
    );
    const webSocket = (more: string) => handshake({ target: `/api/socket.io/?EIO=4&transport=websocket${more}` });
    const opened = async (bytes: string) => {
      const socket = await connect(gateway.port);
      socket.on('error', () => {});
      socket.write(bytes);
      return socket;
    };
    for (let i = 0; i < 3; i += 1) {
      const [echoing, halfClosed, reset, flooded] = await Promise.all(
        ['', '', '', '&flood'].map((more) => opened(webSocket(more))),
      );
      for (const socket of [echoing, halfClosed, reset])
        await readUntil(socket as Socket, (text) => text.includes('\r\n\r\n'));
      flooded?.pause();
      halfClosed?.end();
      reset?.resetAndDestroy();
      // A handshake that the upstream does not answer, one that never ends, a long poll, a stream of events, half a
      // request, an idle connection.
      await opened(webSocket('&silent'));
      await opened(webSocket('').slice(0, -4));
      await opened(head('GET /api/socket.io/?EIO=4&transport=polling'));
      const stream = await opened(head('GET /api/events'));
      await readUntil(stream, (text) => text.includes('data: 1'));
      await opened('POST /api/x HTTP/1.1\r\nHost: gateway.test\r\nContent-Length: 10\r\n\r\nhalf');
      const idle = await opened(head('GET /api/once'));
      await readUntil(idle, whole);
    }
    // A call that keeps the connection open does so until the end of the test's own time.
    await gateway.close();
    await expect.poll(() => gateway.state()).toMatchObject({ liveSockets: 0, running: 0 });
    await expect.poll(() => upstream.sockets.size).toBe(0);
  });
});
