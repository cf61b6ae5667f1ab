import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer, type Behaviour } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest, readUntil } from '#tests/support/raw-exchange.ts';
import { startGateway } from '#tests/support/start-gateway.ts';

const whole = (text: string): boolean => /\r\n\r\n.*[}]$/s.test(text);
const quick = { config: { proxyTimeoutMs: 300 } };

describeGateway('an upstream that fails', (start) => {
  it.each<[string, number, string, Behaviour]>([
    ['resets', 502, 'upstream_unreachable', (_request, socket) => socket.resetAndDestroy()],
    ['closes without a word', 502, 'upstream_unreachable', (_request, socket) => socket.end()],
    ['never answers', 504, 'upstream_timeout', () => {}],
    [
      'greets like another protocol',
      502,
      'upstream_invalid',
      (_request, socket) => socket.write('SSH-2.0-OpenSSH\r\n'),
    ],
    [
      'sends a header line of 20 kB',
      502,
      'upstream_invalid',
      (_request, socket) => socket.write(answer('{}', { headers: [`X-Long: ${'x'.repeat(20_000)}`] })),
    ],
    [
      'contradicts itself about the length',
      502,
      'upstream_invalid',
      (_request, socket) => socket.write(answer('{}', { headers: ['Content-Length: 3'] })),
    ],
    [
      'sends a length and chunks',
      502,
      'upstream_invalid',
      (_request, socket) => socket.write(answer('{}', { headers: ['Transfer-Encoding: chunked'] })),
    ],
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

  it('by its name gives 502', async () => {
    const lost = await startGateway({ upstreamUrl: 'http://no-such-host.invalid' });
    const reply = await rawRequest(lost.port, head('GET /api/x'), whole);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([502, 'upstream_unreachable']);
    expect(reply.text).not.toContain('no-such-host');
    await lost.close();
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

  it('ends on a POST receives it only once', async () => {
    const { gateway, upstream } = await start((request, socket) => {
      if (request.target === '/warm') socket.write(answer());
      else socket.resetAndDestroy();
    });
    await rawRequest(gateway.port, head('GET /api/warm'), whole);
    const post = `${head('POST /api/pay', 'Content-Length: 2')}{}`;
    const reply = await rawRequest(gateway.port, post, (text) => text.includes('requestId'));
    expect(reply.status).toBe(502);
    expect(upstream.requests.map(({ target }) => target)).toEqual(['/warm', '/pay']);
  });

  it('closes a kept connection under a GET is asked once more, and only once', async () => {
    const { gateway, upstream } = await start((request, socket) => {
      if (request.target === '/warm') socket.write(answer());
      else if (upstream.requests.filter(({ target }) => target === '/x').length === 1) socket.resetAndDestroy();
      else socket.write(answer('{"second":true}'));
    });
    await rawRequest(gateway.port, head('GET /api/warm'), whole);
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect([reply.status, reply.body]).toEqual([200, '{"second":true}']);
    expect(upstream.requests.map(({ target, connection }) => [target, connection])).toEqual([
      ['/warm', 0],
      ['/x', 0],
      ['/x', 1],
    ]);
  });

  it('has begun to answer a GET on a kept connection and resets it is not asked again', async () => {
    const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';
    const { gateway, upstream } = await start((request, socket) => {
      if (request.target === '/warm') socket.write(answer());
      else socket.write(begun, () => setImmediate(() => socket.resetAndDestroy()));
    });
    await rawRequest(gateway.port, head('GET /api/warm'), whole);
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([502, 'upstream_unreachable']);
    expect(upstream.requests.map(({ target }) => target)).toEqual(['/warm', '/x']);
  });

  it('falls silent on a kept connection under a GET is not asked again', async () => {
    const { gateway, upstream } = await start((request, socket) => {
      if (request.target === '/warm') socket.write(answer());
    }, quick);
    await rawRequest(gateway.port, head('GET /api/warm'), whole);
    const reply = await rawRequest(gateway.port, head('GET /api/x'), whole);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([504, 'upstream_timeout']);
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([0, 0]);
  });

  it('closes idle connections early loses no GET and doubles no POST', async () => {
    const { gateway, upstream } = await start((request, socket) => {
      socket.write(answer(`{"n":"${request.target}"}`));
      setTimeout(() => socket.destroy(), 10);
    });
    let posts = 0;
    for (let i = 0; i < 60; i += 1) {
      const get = await fetch(`${gateway.url}/api/get-${i}`);
      expect(get.status).toBe(200);
      await delay(8 + (i % 5));
      if (i % 3 !== 0) continue;
      posts += 1;
      await fetch(`${gateway.url}/api/post-${i}`, { method: 'POST', body: '{}' });
    }
    const seen = upstream.requests.filter(({ method }) => method === 'POST').map(({ target }) => target);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeLessThanOrEqual(posts);
  });

  it('comes back is used again at once', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
    await upstream.close();
    expect((await fetch(`${gateway.url}/api/x`)).status).toBe(502);
    await upstream.reopen();
    expect((await fetch(`${gateway.url}/api/x`)).status).toBe(200);
  });
});

describeGateway('a client that leaves', (start) => {
  it.each<[string, string, Behaviour]>([
    ['before the answer', head('GET /api/x'), () => {}],
    [
      'in the middle of the answer',
      head('GET /api/x'),
      (_request, socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx'),
    ],
    [
      'in a stream of events',
      head('GET /api/x'),
      (_request, socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n'),
    ],
    ['in the middle of its own body', `${head('POST /api/x', 'Content-Length: 200000')}half`, () => {}],
  ])('%s ends the upstream’s work, too', async (_when, bytes, behaviour) => {
    const { gateway, upstream } = await start(behaviour);
    const socket = await connect(gateway.port);
    socket.write(bytes);
    await expect.poll(() => upstream.requests.length).toBe(1);
    await delay(30);
    socket.destroy();
    await expect.poll(() => upstream.requests[0]?.isOpen(), { interval: 10 }).toBe(false);
    expect(upstream.requests).toHaveLength(1);
  });

  it('in the middle of the answer is not logged as a fault of the upstream', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const { gateway } = await start(
      (_request, socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx'),
      { log },
    );
    const socket = await connect(gateway.port);
    socket.write(head('GET /api/x'));
    await readUntil(socket, (text) => text.endsWith('x'));
    socket.destroy();
    await expect.poll(() => lines.map((line) => JSON.parse(line).msg)).toContain('request');
    await gateway.close();
    expect(lines.map((line) => JSON.parse(line).msg)).not.toContain('upstream');
  });

  it('again and again leaves no socket behind', async () => {
    const { gateway, upstream } = await start((request, socket) => {
      if (request.target.endsWith('0')) socket.write(answer());
    });
    for (let i = 0; i < 100; i += 1) {
      const socket = await connect(gateway.port);
      socket.write(head(`GET /api/${i}`));
      if (i % 10 === 0) await readUntil(socket, whole);
      socket.destroy();
    }
    await expect.poll(() => upstream.sockets.size).toBeLessThanOrEqual(10);
    const open = (): Promise<number> =>
      new Promise((resolve) => {
        gateway.server.getConnections((_error, count) => resolve(count));
      });
    await expect.poll(open).toBe(0);
  });
});

const impatient = { headersMs: 300, requestMs: 600, keepAliveMs: 70_000, checkMs: 50 };

describeGateway('a slow client', (start) => {
  it.each([
    ['sends nothing', ''],
    ['stops in the head', 'GET /api/x HTTP/1.1\r\nHost: a\r\nX-'],
    ['stops in the body', `${head('POST /api/x', 'Content-Length: 100')}half`],
    ['stops in a large body', `${head('POST /api/x', 'Content-Length: 100000')}half`],
    ['stops in a chunk', `${head('POST /api/x', 'Transfer-Encoding: chunked')}64\r\nhalf`],
  ])('that %s gets 408 within the bound', async (_what, bytes) => {
    const { gateway, upstream } = await start(() => {}, { tuning: { clients: impatient } });
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

  it('that sends its head byte by byte is ended', async () => {
    const { gateway } = await start(() => {}, { tuning: { clients: impatient } });
    const socket = await connect(gateway.port);
    const timer = setInterval(() => socket.write('X'), 50);
    const text = await readUntil(socket, () => false);
    clearInterval(timer);
    expect(text).toMatch(/^HTTP\/1\.1 (408|400)/);
  });
});
