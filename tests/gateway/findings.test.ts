import { expect, it } from 'vitest';
import { describeGateway } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, parseReply, rawRequest, readUntil } from '#tests/support/raw-exchange.ts';

const whole = (text: string): boolean => text.endsWith('{}');
const host = 'Host: gateway.test\r\n';

describeGateway('what brought other gateways down', (start) => {
  it('survives a request that announces trailers, and passes no trailer on', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
    const reply = await rawRequest(gateway.port, `GET /api/x HTTP/1.1\r\n${host}Trailer: X-Sum\r\n\r\n`, whole);
    expect(reply.status).toBe(200);
    expect(upstream.requests[0]?.values('trailer')).toEqual([]);
  });

  it('survives a response that announces trailers beside its length', async () => {
    const { gateway } = await start((_request, socket) => socket.write(answer('{}', { headers: ['Trailer: X-Sum'] })));
    const reply = await rawRequest(gateway.port, `GET /api/x HTTP/1.1\r\n${host}\r\n`, whole);
    expect(reply.status).toBe(200);
    expect(reply.values('trailer')).toEqual([]);
  });

  it('answers 502 to a WebSocket handshake while the upstream is down', async () => {
    const { gateway, upstream } = await start(() => {});
    await upstream.close();
    const reply = await rawRequest(
      gateway.port,
      `GET /api/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${host}Origin: http://gateway.test\r\nCookie: token=abc\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    expect(reply.status).toBe(502);
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'upstream_unreachable' });
  });

  it('tells the upstream who asks by its own knowledge, not by the client’s claims', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()), {
      config: { trustProxy: [] },
    });
    const claims =
      'X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil\r\nX-Forwarded-Port: 1\r\n';
    await rawRequest(gateway.port, `GET /api/x HTTP/1.1\r\nHost: [::1]:3000\r\n${claims}\r\n`, whole);
    const [request] = upstream.requests;
    expect(request?.values('x-forwarded-for')).toEqual(['127.0.0.1']);
    expect(request?.values('x-forwarded-proto')).toEqual(['http']);
    expect(request?.values('x-forwarded-host')).toEqual(['[::1]:3000']);
    expect(request?.values('x-forwarded-port')).toEqual([]);
  });

  it('cuts a response that its upstream cut, and adds nothing to its bytes', async () => {
    const { gateway } = await start((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(100)}`, () => socket.resetAndDestroy());
    });
    const reply = await rawRequest(gateway.port, `GET /api/x HTTP/1.1\r\n${host}\r\n`);
    // The head may not have left yet when the upstream's connection is cut; the answer is then a 502.
    if (reply.status === 200) expect(reply.body).toBe('x'.repeat(reply.body.length));
    else expect([reply.status, JSON.parse(reply.body).code]).toEqual([502, 'upstream_unreachable']);
    expect(reply.body.length).toBeLessThan(1000);
  });

  it('answers a bad chunk with a cut, or with an error that carries nothing of the upstream’s head', async () => {
    const { gateway } = await start((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Up: 1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nno chunk\r\n');
    });
    const reply = await rawRequest(gateway.port, `GET /api/x HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    if (reply.status === 502) expect(reply.values('x-up')).toEqual([]);
    else expect(reply.text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(reply.text).not.toContain('no chunk');
  });

  it('serves another call while 300 long polls are held', async () => {
    const { gateway, upstream } = await start((request, socket) => {
      if (request.target === '/now') socket.write(answer());
    });
    const held = await Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        const socket = await connect(gateway.port);
        socket.write(
          `GET /api/socket.io/?EIO=4&transport=polling&sid=held HTTP/1.1\r\n${host}Cookie: token=session-of-the-tests-${i}\r\n\r\n`,
        );
        return socket;
      }),
    );
    await expect.poll(() => upstream.requests.length).toBe(300);
    const reply = await rawRequest(gateway.port, `GET /api/now HTTP/1.1\r\n${host}\r\n`, whole);
    expect(reply.status).toBe(200);
    for (const socket of held) socket.destroy();
  });

  it('adds no listener per request to a connection that is kept', async () => {
    const { gateway } = await start((_request, socket) => socket.write(answer()));
    const warnings: Error[] = [];
    const onWarning = (warning: Error): number => warnings.push(warning);
    process.on('warning', onWarning);
    const socket = await connect(gateway.port);
    for (let i = 0; i < 30; i += 1) {
      socket.write(`GET /api/${i} HTTP/1.1\r\n${host}\r\n`);
      expect(parseReply(await readUntil(socket, whole)).status).toBe(200);
    }
    socket.destroy();
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});
