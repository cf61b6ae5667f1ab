import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectAll } from '#platform/release-memory.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { type HttpUpstream, startHttpUpstream } from '#tests/support/http-upstream.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, readUntil } from '#tests/support/raw-exchange.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

describe('100 MB', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const mostHeld = 20 * 1024 * 1024;
  let upstream: HttpUpstream;
  let gateway: StartedGateway;
  let received = 0;

  beforeEach(async () => {
    received = 0;
    upstream = await startHttpUpstream(async (req, res) => {
      if (req.method !== 'POST') return void Readable.from(Array.from({ length: 100 }, () => megabyte)).pipe(res);
      for await (const chunk of req) received += (chunk as Buffer).length;
      res.end('{}');
    });
    gateway = await startGateway({ upstreamUrl: upstream.url, config: { bodyLimit: 100 * 1024 * 1024 } });
  });

  afterEach(async () => {
    await gateway.close();
    await upstream.close();
  });

  /**
   * The largest growth of the buffers in use during `run`, in bytes. At `mostHeld` and above, garbage is collected
   * before it counts.
   */
  async function growth(run: () => Promise<void>): Promise<number> {
    const used = (): number => process.memoryUsage().arrayBuffers;
    collectAll();
    const before = used();
    let most = 0;
    const timer = setInterval(() => {
      // Released buffers count until a collection, the most expensive step here, so that it runs only when it matters.
      // A collection goes on in the background; the next one waits for it.
      for (let i = 0; i < 2 && used() - before >= mostHeld; i += 1) collectAll();
      most = Math.max(most, used() - before);
    }, 20);
    await run();
    clearInterval(timer);
    return most;
  }

  it('come down to a reader that pauses, without being held', async () => {
    let bytes = 0;
    const grown = await growth(async () => {
      const socket = await connect(gateway.port);
      socket.write(head('GET /api/big', 'Connection: close'));
      let paused = false;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (paused || bytes < 5_000_000) return;
        paused = true;
        socket.pause();
        setTimeout(() => socket.resume(), 300);
      });
      await finished(socket, { writable: false });
    });
    expect(bytes).toBeGreaterThan(100 * megabyte.length);
    expect(grown).toBeLessThan(mostHeld);
  });

  it('go up to the limit, without being held', async () => {
    const grown = await growth(async () => {
      const socket = await connect(gateway.port);
      socket.resume();
      socket.write(head('POST /api/big', `Content-Length: ${100 * megabyte.length}`, 'Connection: close'));
      for (let i = 0; i < 100; i += 1) {
        if (!socket.write(megabyte)) await new Promise((resolve) => socket.once('drain', resolve));
      }
      await finished(socket, { writable: false });
    });
    expect(received).toBe(100 * megabyte.length);
    expect(grown).toBeLessThan(mostHeld);
  });
});

describeGateway('a stream', (start) => {
  it('of events passes each one as it comes, and may be silent for longer than an answer', async () => {
    const { gateway, upstream } = await start(
      (_request, socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'),
      { config: { proxyTimeoutMs: 200 } },
    );
    const socket = await connect(gateway.port);
    socket.write(head('GET /api/events'));
    expect(await readUntil(socket, (text) => text.includes('\r\n\r\n'))).toContain('text/event-stream');
    const [source] = upstream.sockets;
    for (const wait of [10, 500, 10]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      source?.write(`data: after ${wait}\n\n`);
      expect(await readUntil(socket, (text) => text.includes('\n\n'))).toContain(`data: after ${wait}\n\n`);
    }
    socket.destroy();
  });

  it('may be read more slowly than an answer may be silent, and is cut when the upstream falls silent afterwards', async () => {
    const sent = 20_000_000;
    // Made before the call: it would hold this process up, and so the answer, for longer than the upstream may be silent.
    const bytes = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${sent + 1}\r\n\r\n${'x'.repeat(sent)}`);
    const { gateway } = await start((_request, socket) => socket.write(bytes), { config: { proxyTimeoutMs: 200 } });
    const socket = await connect(gateway.port);
    socket.write(head('GET /api/big', 'Connection: close'));
    await once(socket, 'readable');
    // Longer than three of the upstream's timeouts.
    await new Promise((resolve) => setTimeout(resolve, 700));
    const text = await readUntil(socket, () => false);
    expect(text.length - text.indexOf('\r\n\r\n') - 4).toBe(sent);
  });

  it.each(['POST', 'DELETE'])('of chunks reaches the upstream as it comes, and whole, with %s', async (method) => {
    const { gateway, upstream } = await start((_request, socket) =>
      socket.on('data', (bytes) => bytes.includes('second') && socket.write(answer())),
    );
    const socket = await connect(gateway.port);
    socket.write(`${head(`${method} /api/upload`, 'Transfer-Encoding: chunked')}5\r\nfirst\r\n`);
    await expect.poll(() => upstream.received(0), { interval: 10 }).toMatch(/first\r\n$/);
    socket.write('6\r\nsecond\r\n0\r\n\r\n');
    expect(await readUntil(socket, (text) => text.endsWith('}'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(upstream.received(0)).toMatch(/transfer-encoding: chunked/i);
    await expect.poll(() => upstream.received(0)).toMatch(/\r\n\r\n5\r\nfirst\r\n6\r\nsecond\r\n0\r\n\r\n$/);
    socket.destroy();
  });

  it('that is a long poll may stay silent for longer than an answer', async () => {
    const { gateway } = await start(
      (_request, socket) => {
        setTimeout(() => socket.write(answer('{"polled":1}')), 600);
      },
      { config: { proxyTimeoutMs: 200 } },
    );
    const reply = await fetch(`${gateway.url}/api/socket.io/?EIO=4&transport=polling&sid=1`, {
      headers: { cookie: 'token=session-of-the-tests' },
    });
    expect(await reply.json()).toEqual({ polled: 1 });
  });
});
