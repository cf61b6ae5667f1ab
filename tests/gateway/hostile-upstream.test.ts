import { afterAll, expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest } from '#tests/support/raw-exchange.ts';
import { makeSite } from '#tests/support/site-fixture.ts';
import { accepted, handshake } from '#tests/support/web-socket.ts';

// An exception that nobody catches, which would end the gateway's process, fails the file by itself: Vitest reports it.

const deep = 100_000;
const nested = `${'['.repeat(deep)}1${']'.repeat(deep)}`;
const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const empty = 'Content-Length: 0\r\n\r\n';

/** Bytes after which the upstream closes or resets its connection; tests/gateway/faults.test.ts has further ones. */
const hostileAnswers: [what: string, bytes: string][] = [
  ['half a status line', 'HTTP/1.1 20'],
  ['a head and no body', `${ok}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n`],
  ['half a body', `${ok}Content-Length: 10\r\n\r\n{"a"`],
  ['half a chunk', `${chunked}a\r\n{"a"`],
  ['1,000 interim answers', 'HTTP/1.1 102 Processing\r\nX-A: b\r\n\r\n'.repeat(1000)],
  ['100 without being asked', `HTTP/1.1 100 Continue\r\n\r\n${answer()}`],
  ['101 without being asked', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nxyz'],
  ['a WebSocket with bits set everywhere', accepted('other') + '\xff'.repeat(64)],
  ['a WebSocket with cookies that are none', accepted('other', 'Set-Cookie: ;;;=', 'Set-Cookie:')],
  ['a WebSocket with a length', `${accepted('other', 'Content-Length: 2')}{}`],
  ['a WebSocket with chunks', `${accepted('other', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`],
  ['trailers', `${chunked}2\r\n{}\r\n0\r\nSet-Cookie: token=x\r\nContent-Length: 9\r\n__proto__: x\r\n\r\n`],
  ['trailers that are none', `${chunked}2\r\n{}\r\n0\r\n\x00\x01: \xff\r\n\r\n`],
  ['JSON, deep', answer(nested)],
  ['JSON, deep and cut', answer('{"data":'.repeat(deep))],
  ['names that every object has', answer('{"__proto__":{"toString":1},"constructor":1,"data":null}')],
  ['headers that every object has', answer('{}', { headers: ['__proto__: x', 'constructor: y', 'toString: z'] })],
  ['gzip that is none', answer('no', { headers: ['Content-Encoding: gzip'] })],
  ['cookies that are none', answer('{}', { headers: [';;;=', '=', 'a=b; Path', ''].map((it) => `Set-Cookie: ${it}`) })],
  ['a location that is none', `HTTP/1.1 302 Found\r\nLocation: http://[::1\r\n${empty}`],
  ['a connection header that names all others', answer('{}', { headers: ['Connection: content-length, date, x'] })],
  ['3,000 headers', answer('{}', { headers: Array.from({ length: 3000 }, (_, i) => `X-${i}: b`) })],
  ['status 000', `HTTP/1.1 000 None\r\n${empty}`],
  ['another version', `HTTP/9.9 200 OK\r\n${empty}`],
  ['a reason of bytes', `HTTP/1.1 200 \xff\x01\xfe\r\n${empty}`],
  ['204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'],
  ['a length beyond numbers', `${ok}Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`],
  ['a chunk beyond numbers', `${chunked}${'f'.repeat(16)}\r\n{}`],
  ['a chunk with an extension of 20 kB', `${chunked}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
];

const close = 'Connection: close';
const session = 'Cookie: token=session-of-the-tests';
const json = 'Content-Type: application/json';

/** Every way in which the gateway takes an answer: piped, without a body, read whole, during an upload, for a page, for a WebSocket. */
const calls = [
  head('GET /api/x', close, session),
  head('HEAD /api/x', close),
  `${head('POST /api/login', close, json, 'Content-Length: 2')}{}`,
  `${head('POST /api/media', close, session, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  `${head('POST /api/media', close, session, 'Expect: 100-continue', 'Content-Length: 2')}{}`,
  head('GET /api/capabilities', close),
  // The gateway itself asks for the project.
  head(`GET /share/project/${'f'.repeat(24)}`, close),
  handshake(),
];

describeGateway('an upstream', (start) => {
  const { site, remove } = makeSite();
  afterAll(remove);

  it.each(hostileAnswers)(
    'that answers with %s ends no other call than that, whatever its kind',
    async (_what, bytes) => {
      let resets = false;
      const { gateway } = await start(
        ({ target }, socket) => {
          if (target === '/alive') socket.write(answer());
          else if (resets) socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
          else socket.end(bytes, 'latin1');
        },
        { site, config: { rateLimitFactor: 1000, proxyTimeoutMs: 1000, shutdownGraceMs: 10 } },
      );
      for (resets of [false, true])
        for (const { text } of await Promise.all(calls.map((call) => rawRequest(gateway.port, call))))
          expect(text).toMatch(/^HTTP\/1\.1 [1-5]\d\d |^$/);
      expect((await rawRequest(gateway.port, head('GET /api/alive', close))).body).toBe('{}');
    },
  );
});

describeGateway('a client', (start) => {
  const login = (body: string) => `${head('POST /api/login', close, json, `Content-Length: ${body.length}`)}${body}`;

  it.each([
    ['a login nested deep', login(nested)],
    ['a login cut in the depth', login('['.repeat(deep))],
    ['forbidden trailers', `${head('POST /api/x', close, 'Transfer-Encoding: chunked')}0\r\nContent-Length: 9\r\n\r\n`],
    ['a WebSocket with a session nested deep', handshake({ headers: [`Cookie: token=${'%5B'.repeat(3000)}`] })],
  ])('that sends %s is answered', async (_what, bytes) => {
    const { gateway } = await start((_request, socket) => socket.end(answer()));
    expect((await rawRequest(gateway.port, bytes)).text).toMatch(/^(HTTP\/1\.1 [1-5]\d\d |$)/);
    expect((await rawRequest(gateway.port, head('GET /health', close))).status).toBe(200);
  });

  it.each([
    ['in its head', handshake().slice(0, 60)],
    ['in its body', `${head('POST /api/media', session, 'Content-Length: 100000')}{"a"`],
    ['while its call is under way', head('GET /api/never')],
    ['while its WebSocket is being opened', handshake()],
    ['with pipelined calls under way', head('GET /api/never').repeat(50)],
  ])('that resets its connection %s ends nothing else', async (_when, bytes) => {
    const { gateway } = await start(() => undefined);
    for (let i = 0; i < 10; i += 1) {
      const socket = await connect(gateway.port);
      socket.on('error', () => undefined);
      socket.write(bytes, 'latin1', () => socket.resetAndDestroy());
    }
    expect((await rawRequest(gateway.port, head('GET /health', close))).status).toBe(200);
  });
});
