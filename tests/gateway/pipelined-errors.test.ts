import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connect, readUntil } from '#server/selftest/raw-exchange.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';

const garbage = '\x01 no request\r\n\r\n';
const long = answer('x'.repeat(1000));

describeGateway('bytes that are no request, after pipelined requests', (start) => {
  /** The first answer has begun, the second call waits, and then the error comes. */
  async function pipeline(bytes: string, calls: number) {
    const waiting = new Map<string, Socket>();
    const arrived = Promise.withResolvers<void>();
    const { gateway } = await start(({ target }, socket) => {
      waiting.set(target, socket);
      if (target === '/first') socket.write(long.slice(0, -500));
      if (waiting.size === calls) arrived.resolve();
    });
    const client = await connect(gateway.port);
    const begun = once(client, 'data') as Promise<[Buffer]>;
    client.write(bytes);
    await arrived.promise;
    const [start_] = await begun;
    const failed = once(gateway.server, 'clientError');
    return { client, waiting, failed, begun: start_.toString('latin1') };
  }

  it('let every answer finish whole, in order, and then close the connection', async () => {
    const { client, waiting, failed, begun } = await pipeline(head('GET /api/first') + head('GET /api/second'), 2);
    client.write(garbage);
    await failed;
    const rest = readUntil(client, () => false);
    waiting.get('/second')?.write(answer('{"second":1}'));
    waiting.get('/first')?.write('x'.repeat(500));
    const text = begun + (await rest);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(text).toContain(`\r\n\r\n${'x'.repeat(1000)}HTTP/1.1 200`);
    expect(text).toMatch(/connection: close[\s\S]*\{"second":1\}$/i);
    client.destroy();
  });

  it('cut an answer whose own successor has a broken body, and mix nothing into it', async () => {
    const upload = head('POST /api/second', 'Transfer-Encoding: chunked', 'Content-Type: application/json');
    const { client, failed, begun } = await pipeline(`${head('GET /api/first')}${upload}1\r\nx\r\n`, 2);
    const rest = readUntil(client, () => false);
    client.write('zz\r\n');
    await failed;
    const text = begun + (await rest);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(text).toMatch(/\r\n\r\nx{500}$/);
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
