// @module-tag once
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, rawRequest, readUntil } from '#tests/support/raw-exchange.ts';

const garbage = '\x01 no request\r\n\r\n';
const long = answer('x'.repeat(1000));

describeGateway('bytes that are no request, after pipelined requests', (start) => {
  /** The first answer has begun, the second request waits behind it, and then the error comes. */
  async function pipeline(bytes: string) {
    const first = Promise.withResolvers<Socket>();
    const { gateway } = await start(({ target }, socket) => {
      if (target !== '/first') return socket.write(answer('{"second":1}'));
      socket.write(long.slice(0, -500));
      first.resolve(socket);
    });
    const client = await connect(gateway.port);
    const begun = once(client, 'data') as Promise<[Buffer]>;
    client.write(bytes);
    const [start_] = await begun;
    const failed = once(gateway.server, 'clientError');
    return { client, first: await first.promise, failed, begun: start_.toString('latin1') };
  }

  it('let every answer finish whole, in order, and then close the connection', async () => {
    const { client, first, failed, begun } = await pipeline(head('GET /api/first') + head('GET /api/second'));
    client.write(garbage);
    await failed;
    const rest = readUntil(client, () => false);
    first.write('x'.repeat(500));
    const text = begun + (await rest);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(text).toContain(`\r\n\r\n${'x'.repeat(1000)}HTTP/1.1 200`);
    expect(text).toMatch(/connection: close[\s\S]*\{"second":1\}$/i);
    client.destroy();
  });

  it('cut an answer whose own successor has a broken body, and mix nothing into it', async () => {
    const upload = head('POST /api/second', 'Transfer-Encoding: chunked', 'Content-Type: application/json');
    const { client, failed, begun } = await pipeline(`${head('GET /api/first')}${upload}1\r\nx\r\n`);
    const rest = readUntil(client, () => false);
    client.write('zz\r\n');
    await failed;
    const text = begun + (await rest);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(text).toMatch(/\r\n\r\nx{500}$/);
    client.destroy();
  });
});

describeGateway('a broken body', (start) => {
  it('behind a finished answer costs only its own request', async () => {
    const { gateway } = await start((_request, socket) => socket.write(answer()));
    const upload = head('POST /api/x', 'Transfer-Encoding: chunked', 'Content-Type: application/json');
    for (const first of ['/health', '/nope', '/api/x']) {
      const { text } = await rawRequest(gateway.port, `${head(`GET ${first}`)}${upload}zz\r\n`);
      expect(text.match(/HTTP\/1\.1 \d+/g), first).toEqual([
        first === '/nope' ? 'HTTP/1.1 404' : 'HTTP/1.1 200',
        'HTTP/1.1 400',
      ]);
    }
  });
});

describeGateway('pipelined requests', (start) => {
  const many = (count: number) => head('GET /health', 'X-Forwarded-For: 192.0.2.1').repeat(count);
  const unanswered = head('GET /api/never', 'X-Forwarded-For: 192.0.2.1');

  it('are at most 250 of a network; more end their connection, and other networks are answered', async () => {
    const { gateway } = await start(() => undefined);
    const clients: Socket[] = [];
    let running = 0;
    gateway.server.on('request', () => {
      running = Math.max(running, gateway.state().running);
    });
    for (let i = 0; i < 3; i += 1) {
      const connected = once(gateway.server, 'connection') as Promise<[Socket]>;
      const client = await connect(gateway.port);
      client.on('error', () => undefined);
      const [served] = await connected;
      const closed = once(served, 'close');
      client.write(unanswered + many(200));
      if (i > 0) await closed;
      clients.push(client);
    }
    expect(running).toBeLessThan(300);
    const other = head('GET /health', 'X-Forwarded-For: 198.51.100.1', 'Connection: close');
    expect((await rawRequest(gateway.port, other)).status).toBe(200);
    for (const client of clients) client.destroy();
    await expect.poll(() => gateway.state().running).toBe(0);
  });

  it('are all answered in their order within that bound', async () => {
    const { gateway } = await start((_request, socket) => socket.write(answer()));
    const last = head('GET /health', 'Connection: close');
    const { text } = await rawRequest(gateway.port, `${head('GET /api/x')}${many(200)}${last}`);
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(202);
  });

  it('are not handled behind an answer that closes the connection', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
    const { text } = await rawRequest(gateway.port, head('GET /%zz') + head('GET /api/lost'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    await rawRequest(gateway.port, head('GET /api/later', 'Connection: close'));
    expect(upstream.requests.map(({ target }) => target)).toEqual(['/later']);
  });

  it('are handled one after the other, so that other clients are answered between them', async () => {
    const { gateway, upstream } = await start(({ target }, socket) => {
      if (target !== '/never') socket.write(answer());
    });
    const client = await connect(gateway.port);
    client.write(`${head('GET /api/first')}${head('GET /api/never')}${head('GET /api/third')}`);
    await expect.poll(() => upstream.requests.length, { interval: 5 }).toBe(2);
    const other = await rawRequest(gateway.port, head('GET /api/other', 'Connection: close'));
    expect([other.status, upstream.requests.map(({ target }) => target)]).toEqual([
      200,
      ['/first', '/never', '/other'],
    ]);
    client.destroy();
  });
});

describeGateway('bytes that are no request, while one call waits', (start) => {
  it('are no answer to that call, which gets its own', async () => {
    const called = Promise.withResolvers<Socket>();
    const { gateway } = await start((_request, socket) => called.resolve(socket));
    const client = await connect(gateway.port);
    client.write(head('GET /api/only'));
    const upstream = await called.promise;
    const failed = once(gateway.server, 'clientError');
    client.write(garbage);
    await failed;
    const reply = readUntil(client, () => false);
    upstream.write(answer('{"only":1}'));
    expect(await reply).toMatch(/^HTTP\/1\.1 200[\s\S]*\{"only":1\}$/);
    client.destroy();
  });
});
