import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour, type RecordedRequest } from '#tests/support/misbehaving-upstream.ts';
import { type RawReply, rawRequest } from '#tests/support/raw-exchange.ts';

const whole = (text: string): boolean => /\r\n\r\n.*[}]$/s.test(text);
const replying =
  (...headers: string[]): Behaviour =>
  (_request, socket) =>
    socket.write(answer('{}', { headers }));

describeGateway('request headers', (start) => {
  it('of one connection are not passed on; all others are, also where Connection names them', async () => {
    const { gateway, upstream } = await start(replying());
    const ofConnection = [
      'X-Drop: 1',
      'TE: trailers',
      'Trailer: X-Sum',
      'Keep-Alive: timeout=5',
      'Proxy-Authorization: Basic YTpi',
      'Proxy-Connection: close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ];
    const others = [
      'X-List: a',
      'x-list: b',
      'constructor: 1',
      '__proto__: 2',
      'toString: 3',
      'Authorization: Bearer a',
    ];
    const named = 'Connection: keep-alive, X-Drop, cookie, authorization';
    const request = head('GET /api/x', named, ...ofConnection, ...others, 'Cookie: token=a');
    expect((await rawRequest(gateway.port, request, whole)).status).toBe(200);
    const { lines, values } = upstream.requests[0] as RecordedRequest;
    const names = lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
    expect(ofConnection.filter((line) => names.includes(line.slice(0, line.indexOf(':')).toLowerCase()))).toEqual([]);
    expect(values('x-list')).toEqual(['a', 'b']);
    expect([...values('constructor'), ...values('tostring')]).toEqual(['1', '3']);
    expect([...values('authorization'), ...values('cookie')]).toEqual(['Bearer a', 'token=a']);
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
    const reply = await rawRequest(
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
    expect(reply.values('strict-transport-security')).toEqual([]);
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
    for (const id of ['a"b{}', 'x'.repeat(65), 'short'])
      await rawRequest(gateway.port, head('GET /api/x', `X-Request-Id: ${id}`), whole);
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
  const get = async (behaviour: Behaviour): Promise<RawReply> => {
    const { gateway } = await start(behaviour);
    return await rawRequest(gateway.port, head('GET /api/x'), whole);
  };

  it('of the upstream’s connection, about the upstream itself and about other origins stay behind', async () => {
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
        'Access-Control-Allow-Origin: *',
        'Access-Control-Expose-Headers: X-Keep',
        'Content-Security-Policy: script-src *',
        'Strict-Transport-Security: max-age=1',
        'X-Content-Type-Options: sniff-away',
        'X-Keep: yes',
        'Link: </a>; rel=preload',
        'link: </b>; rel=preload',
      ),
    );
    expect(reply.values('x-keep')).toEqual(['yes']);
    expect(reply.values('link').join()).toBe('</a>; rel=preload,</b>; rel=preload');
    expect(reply.values('connection')).toEqual(['keep-alive']);
    expect(reply.values('keep-alive')).toEqual(['timeout=70']);
    expect(reply.head).not.toMatch(/secret|powered|alt-svc|proxy-|trailer|upstreams-own|access-control|script-src/i);
    expect(reply.head).not.toMatch(/strict-transport|sniff-away/i);
    expect(reply.values('x-request-id')).toHaveLength(1);
    expect(reply.values('cache-control')).toEqual(['no-store']);
    expect(reply.values('x-content-type-options')).toEqual(['nosniff']);
    expect(reply.values('content-security-policy')).toEqual(["default-src 'none';frame-ancestors 'none';sandbox"]);
    expect(reply.values('cross-origin-resource-policy')).toEqual(['same-origin']);
  });

  it.each<[value: string, expected: string, prefix?: string, host?: string]>([
    ['http://UPSTREAM/y?a=%2F', '/api/y?a=%2F'],
    ['https://UPSTREAM/y?a=1', '/api/y?a=1'],
    ['HTTPS://UPSTREAM', '/api/'],
    ['//UPSTREAM/y', '/api/y'],
    ['/y', '/api/y'],
    ['/api/y', '/api/y'],
    ['y', 'y'],
    ['https://elsewhere.test/y', 'https://elsewhere.test/y'],
    ['//elsewhere.test/y', '//elsewhere.test/y'],
    ['http://UPSTREAM/v1/y', '/api/y', '/v1'],
    ['http://UPSTREAM/api/y', '/api/y', '/api'],
    ['https://127.0.0.1/y', '/api/y'],
    ['http://127.0.0.1:80/y', '/api/y'],
    ['http://127.0.0.1:81/y', 'http://127.0.0.1:81/y'],
    ['https://gateway.test:443/y', '/api/y'],
    ['https://gateway.test/y', '/api/y', '', 'gateway.test:443'],
    ['https://gateway.test:8443/y', 'https://gateway.test:8443/y'],
    ['https://gateway.test/requests?a=1', '/requests?a=1'],
    ['http://GATEWAY.test/api/y', '/api/y'],
    ['https://UPSTREAM@evil.test/', 'https://UPSTREAM@evil.test/'],
    ['https://UPSTREAM\\@evil.test/', 'https://UPSTREAM\\@evil.test/'],
    ['http://UPSTREAM.evil.test/', 'http://UPSTREAM.evil.test/'],
  ])('redirect from %s to %s', async (value, expected, prefix = '', host = 'gateway.test') => {
    let own = '';
    const { gateway } = await start(
      (request, socket) => {
        own = request.values('host')[0] ?? '';
        const location = value.replace('UPSTREAM', own);
        socket.write(answer('{}', { status: '302 Found', headers: [`Location: ${location}`] }));
      },
      { prefix },
    );
    const reply = await rawRequest(gateway.port, head('GET /api/x').replace('gateway.test', host), whole);
    expect(reply.values('location')).toEqual([expected.replace('UPSTREAM', own)]);
  });

  it('never make the browser show its own login box', async () => {
    const challenges = ['Bearer realm="a"', 'Basic realm="b"', 'Bearer error="x", basic realm="c"', 'NTLM'];
    const reply = await get((_request, socket) =>
      socket.write(
        answer('{}', { status: '401 Unauthorized', headers: challenges.map((each) => `WWW-Authenticate: ${each}`) }),
      ),
    );
    expect(reply.values('www-authenticate')).toEqual(['Bearer realm="a"']);
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
