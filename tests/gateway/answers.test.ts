import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { largestLoginAnswer } from '#server/proxy/login-answer.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';

const whole = (text: string): boolean => /\r\n\r\n.*[}]$/s.test(text);
const json = 'Content-Type: application/json';

describeGateway('an answer', (start) => {
  it.each([
    ['a status that is none', answer('{}', { status: '888 What' })],
    ['the first status above all', answer('{}', { status: '600 What' })],
    ['bytes that no header may have', answer('{}', { headers: ['X-Early: 1', 'X-Bad: a\x01b'] })],
  ])('with %s gives 502 in the middle of an upload, too, with nothing of it', async (_what, bytes) => {
    const { gateway } = await start((_request, socket) => socket.write(bytes));
    const upload = `${head('POST /api/upload', 'Content-Length: 500000')}the first bytes`;
    const reply = await rawRequest(gateway.port, upload, whole);
    expect([reply.status, JSON.parse(reply.body).code, reply.values('x-early')]).toEqual([502, 'upstream_invalid', []]);
  });

  it.each([200, 599])('may have any status in between, such as %i', async (status) => {
    const { gateway } = await start((_request, socket) => socket.write(answer('{}', { status: `${status} Any` })));
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect([reply.status, reply.body]).toEqual([status, '{}']);
  });

  it('has the reason phrase of its status, whatever the upstream calls it', async () => {
    const { gateway } = await start((_request, socket) => socket.write(answer('{}', { status: '200 \x80Fine' })));
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect(reply.head.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
  });

  it('keeps the connection of its client as the client wants it, not as the upstream does', async () => {
    const { gateway } = await start((_request, socket) =>
      socket.write(answer('{}', { headers: ['Connection: close'] })),
    );
    const kept = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect([kept.values('connection'), kept.values('keep-alive')]).toEqual([['keep-alive'], ['timeout=70']]);
    const last = await rawRequest(gateway.port, head('GET /api/x', 'Connection: close'));
    expect([last.values('connection'), last.values('keep-alive'), last.body]).toEqual([['close'], [], '{}']);
  });
});

describeGateway('an answer that may hold a password', (start) => {
  const login = async (behaviour: Behaviour) => {
    const { gateway } = await start(behaviour);
    const request = `${head('POST /api/login', json, 'Content-Length: 2', 'Connection: close')}{}`;
    return rawRequest(gateway.port, request);
  };
  const sized = (body: string, ...headers: string[]) =>
    ['HTTP/1.1 200 OK', ...headers, `Content-Length: ${body.length}`, '', body].join('\r\n');

  it.each(['204 No Content', '304 Not Modified'])('and has no body has no length either: %s', async (status) => {
    const reply = await login((_request, socket) => socket.write(`HTTP/1.1 ${status}\r\nX-One: a\r\n\r\n`));
    expect([reply.status, reply.values('content-length'), reply.values('x-one'), reply.body]).toEqual([
      ...[Number(status.slice(0, 3)), [], ['a'], ''],
    ]);
  });

  it.each([
    ['as long as is allowed', largestLoginAnswer, 200],
    ['longer', largestLoginAnswer + 1, 502],
  ])('is refused when it is %s', async (_name, length, status) => {
    const reply = await login((_request, socket) => socket.write(sized('x'.repeat(length))));
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.body).toHaveLength(length);
    else expect(JSON.parse(reply.body).code).toBe('upstream_invalid');
  });

  it.each([
    ['packed in a way that cannot be read', sized('x', json, 'Content-Encoding: zstd', 'X-Up: 1')],
    ['packed', sized(gzipSync('{}').toString('latin1'), 'Content-Encoding: gzip')],
    ['cut', 'HTTP/1.1 200 OK\r\nX-Up: 1\r\nContent-Length: 100\r\n\r\nhalf'],
  ])('is 502 when it is %s, with nothing of it', async (_what, bytes) => {
    const reply = await login((_request, socket) => socket.end(bytes, 'latin1'));
    expect([reply.status, reply.values('x-up'), reply.values('cache-control')]).toEqual([502, [], ['no-store']]);
    expect(JSON.parse(reply.body).requestId).toBe(reply.values('x-request-id')[0]);
  });
});
