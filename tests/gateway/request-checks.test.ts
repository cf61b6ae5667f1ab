import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';

const ok: Behaviour = (_request, socket) => socket.write(answer());
const whole = (text: string): boolean => /\r\n\r\n.*[}]$/s.test(text);

describeGateway('a request that could mean two things', (start) => {
  it.each([
    'http://evil.test/api/x',
    '//evil.test/api/x',
    '/api//evil.test/x',
    '/api/../admin',
    '/api/./x',
    '/x/../api/y',
    '/api/%2e%2e/admin',
    '/api/.%2E/admin',
    '/api/x%2f..%2f..%2fadmin',
    '/api/..;/admin',
    '/api/..%3bx/admin',
    '/api/a;x/../admin',
    '/api/a%5c..%5cadmin',
    '/api/a\\..\\admin',
    '/api/%00',
    '/api/a%0d%0aX-Injected:%201',
    '/api/%zz',
    '/api/x#y',
    '*',
    'api/x',
  ])('is refused with 400 and never reaches the upstream: GET %s', async (target) => {
    const { gateway, upstream } = await start(ok);
    const reply = await rawRequest(gateway.port, head(`GET ${target}`));
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body).code).toMatch(/bad_target|invalid_request/);
    expect(upstream.requests).toEqual([]);
  });

  it.each([['TRACE /api/x'], ['CONNECT evil.test:443'], ['FOO /api/x'], ['PROPFIND /api/x']])(
    'is refused with 405 for a method that the product does not use: %s',
    async (line) => {
      const { gateway, upstream } = await start(ok);
      const reply = await rawRequest(gateway.port, head(line));
      expect(reply.status).toBe(405);
      expect(JSON.parse(reply.body).code).toBe('method_not_allowed');
      expect(reply.values('allow')).toEqual(['GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
      expect(upstream.requests).toEqual([]);
    },
  );

  it.each([
    ['a length and chunks', ['Content-Length: 3', 'Transfer-Encoding: chunked']],
    ['two lengths', ['Content-Length: 3', 'Content-Length: 4']],
    ['two equal lengths', ['Content-Length: 3', 'Content-Length: 3']],
    ['a list of lengths', ['Content-Length: 3, 3']],
    ['a signed length', ['Content-Length: +5']],
    ['a negative length', ['Content-Length: -1']],
    ['an unknown transfer coding', ['Transfer-Encoding: xchunked']],
    ['chunked not last', ['Transfer-Encoding: chunked, identity']],
    ['a coding before chunked', ['Transfer-Encoding: gzip, chunked']],
    ['chunked twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['a space before the colon', ['Content-Length : 3']],
    ['a folded line', ['X-A: b', ' folded: c']],
    ['a NUL byte', ['X-A: b\0c']],
    ['a bare carriage return', ['X-A: b\rX-B: c']],
    ['two hosts', ['Host: other.test']],
    ['an empty name', [': x']],
  ])('is refused with 400 and the connection closed: %s', async (_what, headers) => {
    const { gateway, upstream } = await start(ok);
    const smuggled = '0\r\n\r\nGET /api/smuggled HTTP/1.1\r\nHost: gateway.test\r\n\r\n';
    const reply = await rawRequest(gateway.port, head('POST /api/x', ...headers) + smuggled);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body).code).toBe('invalid_request');
    expect(reply.values('connection')).toEqual(['close']);
    expect(upstream.requests.map(({ target }) => target)).not.toContain('/smuggled');
  });

  it.each([
    ['a bad chunk size', 'POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n'],
    ['line feeds alone', 'GET /api/x HTTP/1.1\nHost: a\n\n'],
    ['no Host', 'GET /api/x HTTP/1.1\r\n\r\n'],
    ['a Host that is none', 'GET /api/x HTTP/1.1\r\nHost: a/b@c\r\n\r\n'],
    ['HTTP/0.9', 'GET /api/x\r\n\r\n'],
    ['HTTP/2 in words', 'GET /api/x HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['an unknown protocol', 'GET /api/x FTP/1.1\r\nHost: a\r\n\r\n'],
    ['no request at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('is refused with 400: %s', async (_what, bytes) => {
    const { gateway } = await start(ok);
    const reply = await rawRequest(gateway.port, bytes);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body).code).toBe('invalid_request');
  });
});

describeGateway('a request beyond the limits', (start) => {
  it('is answered with 413 before its body is read', async () => {
    const { gateway, upstream } = await start(ok);
    const reply = await rawRequest(gateway.port, head('POST /api/x', 'Content-Length: 2000000'), whole);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
    expect(upstream.requests).toEqual([]);
  });

  it('is cut at the limit when its length was not said, and the upstream sees no end of it', async () => {
    const { gateway, upstream } = await start(() => {}, { config: { bodyLimit: 100_000 } });
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const bytes = head('POST /api/x', 'Transfer-Encoding: chunked') + chunk.repeat(8);
    const reply = await rawRequest(gateway.port, bytes, whole);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
    await expect.poll(() => upstream.sockets.size).toBe(0);
    expect(upstream.received(0)).not.toMatch(/\r\n0\r\n\r\n$/);
  });

  it('with Expect is told to continue once, or refused before it sends anything', async () => {
    const { gateway, upstream } = await start(ok);
    const small = head('POST /api/x', 'Content-Length: 2', 'Expect: 100-continue');
    const reply = await rawRequest(gateway.port, `${small}{}`, (text) => text.endsWith('{}'));
    expect(reply.text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
    expect(upstream.requests[0]?.values('expect')).toEqual([]);
    const large = head('POST /api/x', 'Content-Length: 2000000', 'Expect: 100-continue');
    expect((await rawRequest(gateway.port, large, whole)).status).toBe(413);
  });
});
