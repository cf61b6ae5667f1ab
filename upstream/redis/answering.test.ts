import net, { type AddressInfo, type Socket } from 'node:net';
import { createClient } from 'redis';
import { afterEach, expect, it } from 'vitest';
import { reasonOf } from '#platform/log/reason.ts';
import { createWriteProbe, keepAnswering } from './answering.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server that answers each command as `reply` says; without a reply it is silent, as a stopped Redis is. */
async function startRedis(reply: (command: string) => string | undefined) {
  let answer = reply;
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', (bytes) => {
      // Each command is an array of strings: *2\r\n$3\r\nDEL\r\n$5\r\n…
      for (const [, name = ''] of String(bytes).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const said = answer(name.toUpperCase());
        if (said !== undefined) socket.write(said);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next: typeof reply) => {
      answer = next;
    },
  };
}

const healthy = (command: string) => {
  if (command === 'HELLO') return '%0\r\n';
  return command === 'DEL' ? ':0\r\n' : '+OK\r\n';
};
const without = (refused: string, reply?: string) => (command: string) =>
  command === refused ? reply : healthy(command);

/** Far longer than a Redis of this process takes, also where the process is held up. */
const answerMs = 1000;

function open(url: string) {
  const client = createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: 20 } });
  let tell = (_reason: string): void => undefined;
  const watched = keepAnswering(
    client,
    createWriteProbe((key) => client.del(key), 'test'),
    (_service, error) => tell(reasonOf(error)),
    { everyMs: 10, answerMs, pauseMs: 20 },
  );
  ends.push(() => watched.close());
  return {
    client,
    isUp: watched.isUp,
    /** The next reason that is logged. */
    trouble: () =>
      new Promise<string>((resolve) => {
        tell = resolve;
      }),
  };
}

it('is up once a probe was answered, and ends commands that a silent Redis does not answer', async () => {
  const redis = await startRedis(healthy);
  const { client, isUp, trouble } = open(redis.url);
  await expect.poll(isUp).toBe(true);
  const told = trouble();
  redis.answer(() => undefined);
  await expect(client.get('a')).rejects.toThrow();
  expect([isUp(), await told]).toEqual([false, `Redis has not answered for ${answerMs} ms`]);
  await expect(client.get('a')).rejects.toThrow();
});

it('leaves a connection whose handshake is not answered, and is up again when Redis is back', async () => {
  const redis = await startRedis(() => undefined);
  const { client, isUp, trouble } = open(redis.url);
  expect(await trouble()).toBe('Redis accepts a connection and does not answer');
  redis.answer(healthy);
  await expect.poll(isUp).toBe(true);
  expect(await client.get('a')).toBe('OK');
});

it.each(['READONLY You can’t write against a read only replica.', 'MOVED 3999 127.0.0.1:6381'])(
  'is down while a write is refused with "%s"',
  async (refusal) => {
    const redis = await startRedis(without('DEL', `-${refusal}\r\n`));
    const { isUp, trouble } = open(redis.url);
    expect([await trouble(), isUp()]).toEqual([refusal, false]);
    redis.answer(healthy);
    await expect.poll(isUp).toBe(true);
  },
);
