import type { Socket } from 'node:net';
import pino from 'pino';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest, readUntil } from '#tests/support/raw-exchange.ts';

const whole = (text: string): boolean => /\r\n\r\n.*[}]$/s.test(text);
const quick = { config: { proxyTimeoutMs: 300 } };
const saying =
  (bytes: string): Behaviour =>
  (_request, socket) =>
    socket.write(bytes);
const reset = (socket: Socket) => socket.resetAndDestroy();
const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';
const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
const sending = (header: string) => saying(answer('{}', { headers: [header] }));

describeGateway('an upstream that fails', (start) => {
  it.each<[string, number, string, Behaviour]>([
    ['resets', 502, 'upstream_unreachable', (_request, socket) => socket.resetAndDestroy()],
    ['closes without a word', 502, 'upstream_unreachable', (_request, socket) => socket.end()],
    ['never answers', 504, 'upstream_timeout', () => {}],
    ['greets like another protocol', 502, 'upstream_invalid', saying('SSH-2.0-OpenSSH\r\n')],
    ['switches to another protocol unasked', 502, 'upstream_invalid', saying(switching)],
    ['sends a header line of 20 kB', 502, 'upstream_invalid', sending(`X-Long: ${'x'.repeat(20_000)}`)],
    ['contradicts itself about the length', 502, 'upstream_invalid', sending('Content-Length: 3')],
    ['sends a length and chunks', 502, 'upstream_invalid', sending('Transfer-Encoding: chunked')],
  ])('and %s gives %i %s in the error shape', async (_what, status, code, behaviour) => {
    const { gateway, upstream } = await start(behaviour, quick);
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.body)).toEqual({
      code,
      message: expect.any(String),
      requestId: reply.values('x-request-id')[0],
    });
    expect(reply.values('cache-control')).toEqual(['no-store']);
    expect(upstream.requests).toHaveLength(1);
    await expect.poll(() => upstream.requests[0]?.isOpen()).toBe(false);
  });

  it.each([
    ['a status above all', answer('{}', { status: '600 What', headers: ['X-Early: 1'] })],
    ['bytes that no header may have', answer('{}', { headers: ['X-Early: 1', 'X-Bad: a\x01b'] })],
  ])('and sends %s gives 502 in the middle of an upload, too, with nothing of it', async (_what, bytes) => {
    const { gateway } = await start(saying(bytes));
    const upload = `${head('POST /api/upload', 'Content-Length: 500000')}the first bytes`;
    const reply = await rawRequest(gateway.port, upload, whole);
    expect([reply.status, JSON.parse(reply.body).code, reply.values('x-early')]).toEqual([502, 'upstream_invalid', []]);
  });

  it('and makes up a status below 600, and a reason for it, is passed on without the reason', async () => {
    const { gateway } = await start(saying(answer('{}', { status: '599 \x80Any' })));
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect([reply.head.split('\r\n')[0]?.trim(), reply.body]).toEqual(['HTTP/1.1 599 unknown', '{}']);
  });

  const hundred = `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(100)}`;
  const chunk = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n${'x'.repeat(100)}\r\n`;
  it.each<[string, string, (socket: Socket) => unknown]>([
    ['resets', hundred, (socket) => socket.resetAndDestroy()],
    ['ends too early', hundred, (socket) => socket.end()],
    ['forgets the last chunk', chunk, (socket) => socket.end()],
    ['falls silent', hundred, () => undefined],
  ])('in the middle of a body and %s is noticed by the client', async (_what, bytes, breakOff) => {
    const { gateway } = await start((_request, socket) => {
      socket.write(bytes);
      setTimeout(() => breakOff(socket), 50);
    }, quick);
    const reply = await rawRequest(gateway.port, head('GET /api/x'));
    expect(reply.status).toBe(200);
    expect(reply.text).not.toMatch(/0\r\n\r\n$|upstream_/);
    expect(reply.body.replaceAll(/64\r\n|\r\n/g, '')).toBe('x'.repeat(100));
  });

  it('sends a bad chunk gives a cut, or an error that carries nothing of the answer', async () => {
    const { gateway } = await start((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Up: 1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nno chunk\r\n');
    });
    const reply = await rawRequest(gateway.port, head('GET /api/x', 'Connection: close'));
    if (reply.status === 502) expect(reply.values('x-up')).toEqual([]);
    else expect(reply.text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(reply.text).not.toContain('no chunk');
  });

  it('drips slowly but steadily is not cut', async () => {
    const { gateway } = await start((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n');
      let sent = 0;
      const timer = setInterval(() => {
        socket.write('x');
        sent += 1;
        if (sent === 10) clearInterval(timer);
      }, 100);
    }, quick);
    const reply = await rawRequest(gateway.port, head('GET /api/x'), (text) => text.endsWith('xxxxxxxxxx'));
    expect(reply.body).toBe('xxxxxxxxxx');
  });

  it('sends more than it announced does not change the next answer', async () => {
    const { gateway } = await start((request, socket) =>
      socket.write(answer(`{"at":"${request.target}"}`) + (request.target === '/one' ? answer('{"evil":1}') : '')),
    );
    const answered: unknown[] = [];
    for (const path of ['/one', '/two', '/three']) {
      const reply = await fetch(`${gateway.url}/api${path}`);
      answered.push(reply.status === 200 ? await reply.json() : reply.status);
    }
    expect(answered).toEqual([{ at: '/one' }, { at: '/two' }, { at: '/three' }]);
  });

  it.each<
    [
      what: string,
      request: string,
      behaviour: (socket: Socket, asked: number) => unknown,
      status: number,
      asked: number,
    ]
  >([
    ['ends on a POST receives it once', `${head('POST /api/x', 'Content-Length: 2')}{}`, reset, 502, 1],
    [
      'closes a kept connection under a GET is asked once more',
      head('GET /api/x'),
      (socket, asked) => (asked === 1 ? reset(socket) : socket.write(answer())),
      200,
      2,
    ],
    [
      'has begun to answer a GET and resets is not asked again',
      head('GET /api/x'),
      (socket) => socket.write(begun, () => setImmediate(() => reset(socket))),
      502,
      1,
    ],
  ])('%s', async (_what, request, behaviour, status, asked) => {
    const calls = () => upstream.requests.filter(({ target }) => target === '/x');
    const { gateway, upstream } = await start(({ target }, socket) => {
      if (target === '/warm') socket.write(answer());
      else behaviour(socket, calls().length);
    });
    await rawRequest(gateway.port, head('GET /api/warm'), whole);
    expect((await rawRequest(gateway.port, request, whole)).status).toBe(status);
    expect(calls().map(({ connection }) => connection)).toEqual([0, 1].slice(0, asked));
  });
});

describeGateway('a client that leaves', (start) => {
  it.each<[string, string, Behaviour]>([
    ['before the answer', head('GET /api/x'), () => {}],
    ['in the middle of the answer', head('GET /api/x'), saying(`${begun}x`)],
    ['in the middle of its own body', `${head('POST /api/x', 'Content-Length: 200000')}half`, () => {}],
  ])('%s ends the upstream’s work, too', async (_when, bytes, behaviour) => {
    const { gateway, upstream } = await start(behaviour);
    const socket = await connect(gateway.port);
    socket.write(bytes);
    await expect.poll(() => upstream.requests.length).toBe(1);
    socket.destroy();
    await expect.poll(() => upstream.requests[0]?.isOpen(), { interval: 10 }).toBe(false);
    expect(upstream.requests).toHaveLength(1);
  });

  it('in the middle of the answer is not logged as a fault of the upstream', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const { gateway } = await start(saying(`${begun}x`), { log });
    const socket = await connect(gateway.port);
    socket.write(head('GET /api/x'));
    await readUntil(socket, (text) => text.endsWith('x'));
    socket.destroy();
    await expect.poll(() => lines.map((line) => JSON.parse(line).msg)).toContain('request');
    await gateway.close();
    expect(lines.map((line) => JSON.parse(line).msg)).not.toContain('upstream');
  });
});

const impatient = { headersMs: 300, keepAliveMs: 70_000, checkMs: 50 };

describeGateway('a slow client', (start) => {
  it.each([
    ['sends nothing', ''],
    ['stops in the head', 'GET /api/x HTTP/1.1\r\nHost: a\r\nX-'],
    ['stops in a large body', `${head('POST /api/x', 'Content-Length: 100000')}half`],
    ['stops in a chunk', `${head('POST /api/x', 'Transfer-Encoding: chunked')}64\r\nhalf`],
  ])('that %s gets 408 within the bound', async (_what, bytes) => {
    // A head has a time of its own, before that of the whole request.
    const requestMs = bytes.includes('\r\n\r\n') ? 600 : 600_000;
    const { gateway, upstream } = await start(() => {}, { tuning: { clients: { ...impatient, requestMs } } });
    const reply = await rawRequest(gateway.port, bytes);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([408, 'request_timeout']);
    await expect.poll(() => upstream.sockets.size).toBe(0);
  });

  it('whose body stalls is told so before the upstream is blamed', async () => {
    const { gateway } = await start(() => {}, quick);
    const replies = [100, 100_000].map((length) =>
      rawRequest(gateway.port, `${head('POST /api/x', `Content-Length: ${length}`)}half`, (text) => text.endsWith('}')),
    );
    for (const reply of await Promise.all(replies))
      expect([reply.status, JSON.parse(reply.body).code]).toEqual([408, 'request_timeout']);
  });
});
