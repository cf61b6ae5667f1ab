import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { describeGateway, type Scene } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { connect, parseReply, rawRequest, readUntil } from '#tests/support/raw-exchange.ts';
import { acceptAndEcho, accepted, handshake, textFrame } from '#tests/support/web-socket.ts';

const echo: Behaviour = (request, socket) => acceptAndEcho(socket, request.values('sec-websocket-key')[0]);
const upgraded = (text: string): boolean => text.includes('\r\n\r\n');

describeGateway('a WebSocket', (startScene) => {
  let upstream: Scene['upstream'];
  let gateway: Scene['gateway'];
  const start: (...scene: Parameters<typeof startScene>) => Promise<void> = async (...scene) => {
    ({ upstream, gateway } = await startScene(...scene));
  };

  async function open(headers: string[] = []): Promise<Socket> {
    const socket = await connect(gateway.port);
    socket.write(handshake({ headers }));
    const reply = parseReply(await readUntil(socket, upgraded));
    expect(reply.status).toBe(101);
    return socket;
  }

  async function echoes(socket: Socket, text: string): Promise<string> {
    socket.write(text);
    return await readUntil(socket, (received) => received.length >= text.length);
  }

  it('opens before any other request was made, and carries bytes both ways', async () => {
    await start(echo);
    const socket = await open(['Cookie: token=a:b=c+d/e|f']);
    expect(await echoes(socket, 'hello')).toBe('hello');
    expect(await echoes(socket, 'again')).toBe('again');
    expect(upstream.requests).toHaveLength(1);
    const [request] = upstream.requests;
    expect(request?.target).toBe('/socket.io/?EIO=4&transport=websocket');
    expect(request?.values('x-forwarded-for')).toEqual(['127.0.0.1']);
    expect(request?.values('host')).toEqual([`127.0.0.1:${upstream.port}`]);
    expect(request?.values('cookie')).toEqual(['token=a:b=c+d/e|f']);
    socket.destroy();
  });

  it('keeps what either side sent together with its handshake', async () => {
    await start((request, socket) => {
      expect(request.body).toBe('');
      socket.write(`${accepted(request.values('sec-websocket-key')[0])}early`);
      socket.on('data', () => {});
    });
    const socket = await connect(gateway.port);
    socket.write(`${handshake()}client-early`);
    const text = await readUntil(socket, (received) => received.endsWith('early'));
    expect(parseReply(text).body).toBe('early');
    await expect.poll(() => upstream.received(0)).toMatch(/client-early$/);
    socket.destroy();
  });

  it('hands on only what a handshake needs, and every cookie, hardened', async () => {
    await start((request, socket) =>
      acceptAndEcho(
        socket,
        request.values('sec-websocket-key')[0],
        'Server: secret',
        'Access-Control-Allow-Origin: *',
        'Sec-WebSocket-Protocol: a',
        'Set-Cookie: io=1; Domain=internal',
        'Set-Cookie: token=abc',
      ),
    );
    const socket = await connect(gateway.port);
    socket.write(handshake());
    const reply = parseReply(await readUntil(socket, upgraded));
    expect(reply.values('set-cookie')).toEqual(['io=1', 'token=abc; Path=/; HttpOnly; SameSite=Lax']);
    expect(reply.values('sec-websocket-protocol')).toEqual(['a']);
    expect(reply.head).not.toMatch(/secret|access-control/i);
    socket.destroy();
  });

  it('that the upstream refuses is refused with its status, cookies and body', async () => {
    await start((_request, socket) =>
      socket.write(answer('{"no":1}', { status: '403 Forbidden', headers: ['Server: s', 'Set-Cookie: a=1'] })),
    );
    const reply = await rawRequest(gateway.port, handshake());
    expect([reply.status, reply.body, reply.values('set-cookie')]).toEqual([403, '{"no":1}', ['a=1']]);
    expect(reply.values('server')).toEqual([]);
  });

  it.each([
    ['another path', 404, 'not_found', { target: '/nope' }],
    ['another API path', 404, 'not_found', { target: '/api/chat/1' }],
    ['a path below', 404, 'not_found', { target: '/api/socket.io/x' }],
    ['the path without the mount', 404, 'not_found', { target: '/socket.io/' }],
    ['another method', 400, 'invalid_request', { method: 'POST' }],
    ['an absolute address', 400, 'bad_target', { target: 'http://evil.test/api/socket.io/' }],
    ['a climbing path', 400, 'bad_target', { target: '/api/socket.io/../x' }],
    ['a second host', 400, 'invalid_request', { headers: ['Host: other.test'] }],
    ['a body', 400, 'invalid_request', { headers: ['Content-Length: 5'] }],
    ['another site', 403, 'cross_site', { origin: 'https://evil.test' }],
    ['no origin', 403, 'cross_site', { origin: undefined }],
  ])('is refused and closed before the upstream is asked, for %s', async (_what, status, code, options) => {
    await start(echo);
    const reply = await rawRequest(gateway.port, handshake(options));
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([status, code]);
    expect(upstream.requests).toEqual([]);
  });

  it.each([
    ['wss', '__Host-token=abc'],
    ['ws', 'token=abc'],
  ])('that a trusted proxy reports as %s opens with the cookie of that scheme', async (proto, cookie) => {
    await start(echo);
    const headers = [`X-Forwarded-Proto: ${proto}`, `Cookie: ${cookie}`];
    expect((await rawRequest(gateway.port, handshake({ headers }), upgraded)).status).toBe(101);
    expect(upstream.requests[0]?.values('x-forwarded-proto')).toEqual([proto === 'wss' ? 'https' : 'http']);
  });

  it('is answered 502 while the upstream is away, and 504 when it is silent', async () => {
    await start(() => {}, { config: { proxyTimeoutMs: 200 } });
    const silent = await rawRequest(gateway.port, handshake());
    expect([silent.status, JSON.parse(silent.body).code]).toEqual([504, 'upstream_timeout']);
    await expect.poll(() => upstream.sockets.size).toBe(0);
    await upstream.close();
    const away = await rawRequest(gateway.port, handshake());
    expect([away.status, JSON.parse(away.body).code]).toEqual([502, 'upstream_unreachable']);
  });

  it('whose upstream resets after the handshake ends, and nothing else does', async () => {
    await start((request, socket) => {
      if (request.target === '/x') socket.write(answer());
      else
        socket.write(accepted(request.values('sec-websocket-key')[0]), () =>
          setTimeout(() => socket.resetAndDestroy(), 30),
        );
    });
    const socket = await open();
    await readUntil(socket, () => false);
    expect((await fetch(`${gateway.url}/api/x`)).status).toBe(200);
  });

  it('h2c is served as the normal request that it also is', async () => {
    await start((_request, socket) => socket.write(answer('{"plain":1}')));
    const bytes =
      'GET /api/x HTTP/1.1\r\nHost: gateway.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n';
    const reply = await rawRequest(gateway.port, bytes, (text) => text.endsWith('}'));
    expect([reply.status, reply.body]).toEqual([200, '{"plain":1}']);
    expect(upstream.requests[0]?.values('upgrade')).toEqual([]);
  });

  it('ends when nothing has passed for too long', async () => {
    await start(echo, { tuning: { sockets: { idleMs: 200 } } });
    const socket = await open();
    expect(await readUntil(socket, () => false)).toBe('');
    await expect.poll(() => upstream.sockets.size).toBe(0);
  });

  it('is closed when one half of it has ended', async () => {
    await start((request, socket) => {
      socket.write(accepted(request.values('sec-websocket-key')[0]));
      socket.on('data', () => {});
    });
    const socket = await open();
    socket.end();
    await expect.poll(() => upstream.sockets.size).toBe(0);
    socket.destroy();
  });

  it('is refused with 429 when its network has too many, until some have gone', async () => {
    await start(echo, { tuning: { sockets: { perNetwork: 2, perSession: 9 } } });
    const first = await open();
    await open();
    const refused = await rawRequest(gateway.port, handshake());
    expect([refused.status, JSON.parse(refused.body).code]).toEqual([429, 'rate_limited']);
    first.destroy();
    await expect.poll(async () => (await rawRequest(gateway.port, handshake(), upgraded)).status).toBe(101);
  });

  it('without a message for longest makes room when its session has too many: heartbeats are no message', async () => {
    const upstreamSides: Socket[] = [];
    await start(
      (request, socket) => {
        socket.write(accepted(request.values('sec-websocket-key')[0]));
        upstreamSides.push(socket);
      },
      { tuning: { sockets: { perNetwork: 9, perSession: 3 } } },
    );
    const [listening, sending, quiet] = [await open(), await open(), await open()];
    upstreamSides[0]?.write(textFrame('news for a page that sends nothing'));
    await readUntil(listening, (text) => text.endsWith('nothing'));
    sending.write(textFrame('a message'));
    await expect.poll(() => upstream.received(1)).toMatch(/a message$/);
    upstreamSides[2]?.write(textFrame('2'));
    await readUntil(quiet, (text) => text.endsWith('2'));
    const ended = readUntil(quiet, () => false);
    const newest = await open();
    await ended;
    expect([listening.destroyed, sending.destroyed, newest.destroyed]).toEqual([false, false, false]);
    for (const socket of [listening, sending, newest]) socket.destroy();
  });

  it.each([
    ['ends when its session signs out', 'POST', '/signout', '200 OK', true],
    ['ends when an answer says that its session is over', 'GET', '/profile/view', '401 Unauthorized', true],
    ['ends when its password is changed', 'PATCH', '/profile/password', '200 OK', true],
    ['ends when its account is deleted', 'DELETE', '/profile', '204 No Content', true],
    ['stays open when another session of its account is ended', 'DELETE', '/profile/sessions/1', '200 OK', false],
    ['stays open after a login that failed', 'POST', '/login', '401 Unauthorized', false],
    ['stays open after a mistyped password', 'PATCH', '/profile/password', '401 Unauthorized', false],
    ['stays open after a mistyped password elsewhere', 'PATCH', '/profile/email', '401 Unauthorized', false],
  ])('%s', async (_what, method, path, status, ends) => {
    await start((request, socket) => {
      if (request.values('upgrade').length > 0) return echo(request, socket, upstream);
      socket.write(status.startsWith('204') ? 'HTTP/1.1 204 No Content\r\n\r\n' : answer('{}', { status }));
    });
    const [mine, other] = [await open(['Cookie: token=mine']), await open(['Cookie: token=other'])];
    const ended = ends ? readUntil(mine, () => false) : undefined;
    const headers = { cookie: 'token=mine', 'content-type': 'application/json' };
    const reply = await fetch(`${gateway.url}/api${path}`, { method, headers });
    expect(reply.status).toBe(Number(status.slice(0, 3)));
    expect(await (ended ?? echoes(mine, 'still here'))).toBe(ends ? '' : 'still here');
    expect(await echoes(other, 'still here')).toBe('still here');
    mine.destroy();
    other.destroy();
  });
});
