import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { type RawReply, rawRequest } from '#tests/support/raw-exchange.ts';

const whole = (text: string): boolean => /\r\n\r\n.*[}]$/s.test(text);
const replying =
  (...headers: string[]): Behaviour =>
  (_request, socket) =>
    socket.write(answer('{}', { headers }));

describeGateway('request headers', (start) => {
  it('of one connection are not passed on', async () => {
    const { gateway, upstream } = await start(replying());
    const reply = await rawRequest(
      gateway.port,
      head(
        'GET /api/x',
        'Connection: keep-alive, X-Drop',
        'X-Drop: 1',
        'TE: trailers',
        'Trailer: X-Sum',
        'Keep-Alive: timeout=5',
        'Proxy-Authorization: Basic YTpi',
        'Proxy-Connection: close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
        'X-Keep: 2',
      ),
      whole,
    );
    expect(reply.status).toBe(200);
    const names = upstream.requests[0]?.lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()) ?? [];
    expect(names).toContain('x-keep');
    for (const name of [
      'x-drop',
      'te',
      'trailer',
      'keep-alive',
      'proxy-authorization',
      'proxy-connection',
      'upgrade',
    ]) {
      expect(names).not.toContain(name);
    }
    expect(names).not.toContain('http2-settings');
  });

  it('may be called like the properties of every object, and be repeated', async () => {
    const { gateway, upstream } = await start(replying());
    const lines = ['constructor: 1', '__proto__: 2', 'X-List: a', 'x-list: b', 'toString: 3'];
    expect((await rawRequest(gateway.port, head('GET /api/x', ...lines), whole)).status).toBe(200);
    const request = upstream.requests[0];
    expect(request?.values('constructor')).toEqual(['1']);
    expect(request?.values('tostring')).toEqual(['3']);
    expect(request?.values('x-list')).toEqual(['a', 'b']);
  });

  it('named by Connection do not include the session', async () => {
    const { gateway, upstream } = await start(replying());
    await rawRequest(gateway.port, head('GET /api/x', 'Connection: cookie, authorization', 'Cookie: token=a'), whole);
    expect(upstream.requests[0]?.values('cookie')).toEqual(['token=a']);
  });

  it('do not make the upstream close its connection when the client closes its own', async () => {
    const { gateway, upstream } = await start(replying());
    for (let i = 0; i < 2; i += 1) {
      const reply = await rawRequest(gateway.port, head('GET /api/x', 'Connection: close'));
      expect(reply.values('connection')).toEqual(['close']);
    }
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([0, 0]);
  });

  it('about who asks are replaced, when they do not come from a trusted proxy', async () => {
    const { gateway, upstream } = await start(replying(), { config: { trustProxy: [] } });
    await rawRequest(
      gateway.port,
      head(
        'GET /api/x',
        'X-Forwarded-For: 6.6.6.6',
        'X-Forwarded-Proto: https',
        'X-Forwarded-Host: evil.test',
        'X-Forwarded-Port: 666',
        'X-Forwarded-Prefix: /evil',
        'X-Forwarded-Uri: /evil',
        'X-Original-URL: /admin',
        'X-HTTP-Method-Override: DELETE',
        'Forwarded: for=6.6.6.6;proto=https',
        'X-Real-IP: 6.6.6.6',
        'X-Request-Id: 00000000-evil',
      ),
      whole,
    );
    const [request] = upstream.requests;
    expect(request?.values('x-forwarded-for')).toEqual(['127.0.0.1']);
    expect(request?.values('x-forwarded-proto')).toEqual(['http']);
    expect(request?.values('x-forwarded-host')).toEqual(['gateway.test']);
    expect(request?.values('x-forwarded-prefix')).toEqual(['/api']);
    expect(request?.values('x-request-id')).not.toEqual(['00000000-evil']);
    expect(request?.lines.join('\n')).not.toMatch(/evil|6\.6\.6\.6|original|override|forwarded-(?:port|uri)/i);
  });

  it.each([
    ['the nearest untrusted address is the client', '6.6.6.6, 203.0.113.7, 127.0.0.2', '203.0.113.7'],
    ['a port is not part of it', '203.0.113.7:4711', '203.0.113.7'],
    ['IPv6 in brackets', '[2001:db8::1]:4711', '2001:db8::1'],
    ['an entry that is no address ends the search', 'unknown, 127.0.0.2', '127.0.0.2'],
    ['nothing said', '', '127.0.0.1'],
  ])('about who asks are believed from a trusted proxy: %s', async (_what, forwardedFor, client) => {
    const { gateway, upstream } = await start(replying());
    const reply = await rawRequest(
      gateway.port,
      head(
        'GET /api/x',
        `X-Forwarded-For: ${forwardedFor}`,
        'X-Forwarded-Proto: https',
        'X-Forwarded-Host: app.example.com',
        'X-Request-Id: abc-12345678',
      ),
      whole,
    );
    const [request] = upstream.requests;
    expect(request?.values('x-forwarded-for')).toEqual([client]);
    expect(request?.values('x-forwarded-proto')).toEqual(['https']);
    expect(request?.values('x-forwarded-host')).toEqual(['app.example.com']);
    expect(request?.values('x-request-id')).toEqual(['abc-12345678']);
    expect(reply.values('x-request-id')).toEqual(['abc-12345678']);
  });

  it('never carry a request id that could forge a log line', async () => {
    const { gateway, upstream } = await start(replying());
    await rawRequest(gateway.port, head('GET /api/x', 'X-Request-Id: a"b{}'), whole);
    await rawRequest(gateway.port, head('GET /api/x', `X-Request-Id: ${'x'.repeat(65)}`), whole);
    await rawRequest(gateway.port, head('GET /api/x', 'X-Request-Id: short'), whole);
    for (const request of upstream.requests) expect(request.values('x-request-id')[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('name this gateway in Via, and a call that comes back is refused with 508', async () => {
    const { gateway, upstream } = await start(replying());
    await rawRequest(gateway.port, head('GET /api/x', 'Via: 1.1 front'), whole);
    const [via = ''] = upstream.requests[0]?.values('via') ?? [];
    expect(via).toMatch(/^1\.1 front, 1\.1 dotcode-[0-9a-f]{8}$/);
    const reply = await rawRequest(gateway.port, head('GET /api/x', `Via: ${via}`), whole);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([508, 'loop_detected']);
    expect(upstream.requests).toHaveLength(1);
  });
});

describeGateway('response headers', (start) => {
  const get = async (behaviour: Behaviour, prefix = '', host = 'gateway.test'): Promise<RawReply> => {
    const { gateway } = await start(behaviour, { prefix });
    return await rawRequest(gateway.port, head('GET /api/x').replace('gateway.test', host), whole);
  };

  it('of the upstream’s connection and about the upstream itself stay behind', async () => {
    const reply = await get(
      replying(
        'Connection: X-Secret, close',
        'X-Secret: 1',
        'Keep-Alive: timeout=1',
        'Proxy-Authenticate: Basic',
        'Trailer: X-Sum',
        'Server: secret/1.0',
        'X-Powered-By: Express',
        'Alt-Svc: h3=":443"',
        'X-Request-Id: upstreams-own',
        'X-Keep: yes',
      ),
    );
    expect(reply.values('x-keep')).toEqual(['yes']);
    expect(reply.values('connection')).toEqual(['keep-alive']);
    expect(reply.values('keep-alive')).toEqual(['timeout=70']);
    expect(reply.head).not.toMatch(/secret|powered|alt-svc|proxy-|trailer|upstreams-own/i);
    expect(reply.values('x-request-id')).toHaveLength(1);
  });

  it('cannot open the API to other origins, and its bodies cannot run', async () => {
    const reply = await get(
      replying(
        'Access-Control-Allow-Origin: *',
        'Access-Control-Allow-Credentials: true',
        'Access-Control-Expose-Headers: X-Keep',
        'Content-Security-Policy: script-src *',
        'Strict-Transport-Security: max-age=1',
        'X-Content-Type-Options: sniff-away',
      ),
    );
    expect(reply.head).not.toMatch(/access-control|script-src|strict-transport|sniff-away/i);
    expect(reply.values('x-content-type-options')).toEqual(['nosniff']);
    expect(reply.values('content-security-policy')).toEqual(["default-src 'none';frame-ancestors 'none';sandbox"]);
    expect(reply.values('cross-origin-resource-policy')).toEqual(['same-origin']);
  });

  it('that are repeated arrive as often, however their names are written', async () => {
    const reply = await get(replying('Link: </a>; rel=preload', 'link: </b>; rel=preload', 'LINK: </c>; rel=preload'));
    expect(reply.values('link').join()).toBe('</a>; rel=preload,</b>; rel=preload,</c>; rel=preload');
  });

  it('forbid storing, unless the upstream allows it', async () => {
    expect((await get(replying())).values('cache-control')).toEqual(['no-store']);
    const cached = await get(replying('Cache-Control: private, max-age=60', 'ETag: "a"', 'Vary: Accept'));
    expect(cached.values('cache-control')).toEqual(['private, max-age=60']);
    expect([cached.values('etag'), cached.values('vary')]).toEqual([['"a"'], ['Accept']]);
  });

  it('never set a cookie on an answer that a cache may keep for others', async () => {
    const cached = await get(replying('Cache-Control: public, max-age=60', 'Set-Cookie: token=secret; Path=/'));
    expect(cached.values('set-cookie')).toEqual([]);
    const own = await get(replying('Cache-Control: private, max-age=60', 'Set-Cookie: token=secret; Path=/'));
    expect(own.values('set-cookie')).toHaveLength(1);
  });

  it('lead to this origin, wherever they redirect inside the upstream', async () => {
    const location = async (value: (port: number) => string, prefix = '', host?: string) => {
      const reply = await get(
        (request, socket) =>
          socket.write(
            answer('{}', {
              status: '302 Found',
              headers: [`Location: ${value(Number(request.values('host')[0]?.split(':')[1]))}`],
            }),
          ),
        prefix,
        host,
      );
      return reply.values('location')[0];
    };
    expect(await location((port) => `http://127.0.0.1:${port}/y?a=%2F`)).toBe('/api/y?a=%2F');
    expect(await location((port) => `//127.0.0.1:${port}/y`)).toBe('/api/y');
    expect(await location(() => '/y')).toBe('/api/y');
    expect(await location(() => 'y')).toBe('y');
    expect(await location(() => 'https://elsewhere.test/y')).toBe('https://elsewhere.test/y');
    expect(await location(() => '//elsewhere.test/y')).toBe('//elsewhere.test/y');
    expect(await location((port) => `http://127.0.0.1:${port}/v1/y`, '/v1')).toBe('/api/y');
    expect(await location((port) => `https://127.0.0.1:${port}/y?a=1`)).toBe('/api/y?a=1');
    expect(await location((port) => `HTTPS://127.0.0.1:${port}`)).toBe('/api/');
    expect(await location(() => 'https://127.0.0.1/y')).toBe('/api/y');
    expect(await location(() => 'http://127.0.0.1:80/y')).toBe('/api/y');
    expect(await location(() => 'https://127.0.0.1:443/y')).toBe('/api/y');
    expect(await location(() => 'http://127.0.0.1:81/y')).toBe('http://127.0.0.1:81/y');
    expect(await location(() => 'https://gateway.test/y')).toBe('/api/y');
    expect(await location(() => 'https://gateway.test:443/y')).toBe('/api/y');
    expect(await location(() => 'https://gateway.test:443/y', '', 'gateway.test:443')).toBe('/api/y');
    expect(await location(() => 'https://gateway.test/y', '', 'gateway.test:443')).toBe('/api/y');
    expect(await location(() => 'https://gateway.test:8443/y')).toBe('https://gateway.test:8443/y');
    expect(await location(() => 'https://gateway.test/requests?a=1')).toBe('/requests?a=1');
    expect(await location(() => 'http://GATEWAY.test/api/y')).toBe('/api/y');
    expect(await location(() => '/api/y')).toBe('/api/y');
    expect(await location((port) => `http://127.0.0.1:${port}/api/y`, '/api')).toBe('/api/y');
    expect(await location((port) => `https://127.0.0.1:${port}@evil.test/`)).toMatch(/^https:.*evil/);
    expect(await location((port) => `https://127.0.0.1:${port}\\@evil.test/`)).toMatch(/^https:.*evil/);
    expect(await location((port) => `http://127.0.0.1:${port}.evil.test/`)).toMatch(/evil/);
  });

  it('never make the browser show its own login box', async () => {
    const challenges = [
      'Bearer realm="a"',
      'Basic realm="b"',
      'Bearer error="x", basic realm="c"',
      'NTLM',
      'Negotiate',
    ];
    const reply = await get((_request, socket) =>
      socket.write(
        answer('{}', { status: '401 Unauthorized', headers: challenges.map((each) => `WWW-Authenticate: ${each}`) }),
      ),
    );
    expect(reply.values('www-authenticate')).toEqual(['Bearer realm="a"']);
  });

  it('of a 304 and a 204 say nothing about a body', async () => {
    const { gateway } = await start((request, socket) =>
      socket.write(
        request.target === '/304'
          ? 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 12\r\nContent-Type: text/x\r\n\r\n'
          : 'HTTP/1.1 204 No Content\r\nX-A: b\r\n\r\n',
      ),
    );
    const done = (text: string): boolean => text.endsWith('\r\n\r\n');
    const unchanged = await rawRequest(gateway.port, head('GET /api/304'), done);
    expect([unchanged.status, unchanged.values('etag')]).toEqual([304, ['"a"']]);
    expect(unchanged.head).not.toMatch(/^content-(?:length|type):/im);
    const empty = await rawRequest(gateway.port, head('GET /api/204'), done);
    expect([empty.status, empty.values('x-a')]).toEqual([204, ['b']]);
    expect(empty.head).not.toMatch(/content-length|transfer-encoding/i);
  });

  it('of interim answers (1xx) stay behind, and the final answer arrives whole', async () => {
    const reply = await get((_request, socket) =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${answer('{"final":true}')}`),
    );
    expect(reply.text).toContain('{"final":true}');
  });

  it('for an HTTP/1.0 client announce no chunks, and the connection ends', async () => {
    const { gateway } = await start((_request, socket) =>
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'),
    );
    const reply = await rawRequest(gateway.port, 'GET /api/x HTTP/1.0\r\nHost: gateway.test\r\n\r\n');
    expect([reply.status, reply.body]).toEqual([200, 'hello']);
    expect(reply.values('transfer-encoding')).toEqual([]);
  });
});
