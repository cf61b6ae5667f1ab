import { io, type Socket } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import {
  createRecordedUpstream,
  type RecordedUpstream,
} from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import type { PersonName } from '#tests/support/recorded-upstream/network.ts';
import { type GatewayOverrides, startGateway } from '#tests/support/start-gateway.ts';
import { TestClient } from '#tests/support/test-client.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(overrides: Partial<GatewayOverrides> = {}) {
  const upstream = await createRecordedUpstream();
  closing.push(() => upstream.close());
  const gateway = await startGateway({ upstreamUrl: upstream.url, ...overrides });
  closing.push(() => gateway.close());
  return { upstream, gateway };
}

interface Connected {
  socket: Socket;
  received: unknown[];
}

async function connect(
  { upstream, gateway }: Awaited<ReturnType<typeof start>>,
  who: PersonName,
  {
    transports = ['websocket'],
    origin = gateway.url,
    token = upstream.tokenFor(upstream.network.people[who]._id),
  } = {},
): Promise<Connected> {
  const socket = io(gateway.url, {
    path: '/api/socket.io',
    transports,
    reconnection: false,
    forceNew: true,
    extraHeaders: { Cookie: `token=${token}`, Origin: origin },
  });
  closing.push(() => socket.disconnect());
  const received: unknown[] = [];
  socket.on('messageReceived', (message: unknown) => received.push(message));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject);
  });
  return { socket, received };
}

const ids = ({ network }: RecordedUpstream) => [network.people.asha._id, network.people.ben._id] as const;

test('a connection with the default transports, polling and then an upgrade, costs one handshake', async () => {
  const refused: string[] = [];
  const running = await start({
    points: { handshakes: 4 },
    metrics: { refused: (budget) => refused.push(budget), record: () => undefined, countReport: () => undefined },
  });
  // One session: tokens that are issued in different seconds would be counted apart.
  const session = {
    token: running.upstream.tokenFor(running.upstream.network.people.asha._id),
    transports: ['polling', 'websocket'],
  };
  for (let i = 0; i < 4; i += 1) {
    const { socket } = await connect(running, 'asha', session);
    await expect.poll(() => socket.io.engine.transport.name).toBe('websocket');
  }
  expect(refused).toEqual([]);
  await expect(connect(running, 'asha', session)).rejects.toThrow();
  expect(refused).toEqual(['handshakes']);
});

test('the original client, which opens a socket for each message and closes none, stays in touch', async () => {
  const running = await start();
  const { network, joins } = running.upstream;
  const [asha, ben] = ids(running.upstream);
  const tokens = { asha: running.upstream.tokenFor(asha), ben: running.upstream.tokenFor(ben) };
  const lost: string[] = [];
  const open = async (who: 'asha' | 'ben') => {
    const connected = await connect(running, who, { token: tokens[who], transports: ['polling', 'websocket'] });
    connected.socket.on('disconnect', (reason) => lost.push(reason));
    return connected;
  };
  const [one, other] = [await open('asha'), await open('ben')];
  one.socket.emit('joinChat', { userId: asha, targetUserId: ben });
  other.socket.emit('joinChat', { userId: ben, targetUserId: asha });
  await expect.poll(() => joins).toHaveLength(2);
  const before = network.chat.messages.length;
  const sent = Array.from({ length: 60 }, (_, i) => `message ${i}`).sort();
  for (const text of sent)
    (await open('asha')).socket.emit('sendMessage', { firstName: 'Asha', userId: asha, targetUserId: ben, text });
  const stored = () => network.chat.messages.slice(before);
  for (const seen of [() => one.received, () => other.received, stored])
    await expect
      .poll(() =>
        seen()
          .map((message) => (message as { text: string }).text)
          .sort(),
      )
      .toEqual(sent);
  expect(lost).toEqual([]);
  await expect.poll(() => running.gateway.state().liveSockets).toBe(sent.length + 2);
});

test('what an upstream that exits leaves behind is closed, and the next connection works', async () => {
  const running = await start();
  const { upstream, gateway } = running;
  const { socket } = await connect(running, 'asha');
  const closed = new Promise((resolve) => {
    socket.once('disconnect', resolve);
  });
  socket.emit('joinChat', null);
  await closed;
  expect(upstream.crashes).toEqual(['joinChat without a payload']);
  await upstream.restart();
  const client = new TestClient(gateway.url);
  client.cookies.set('token', 'any');
  await expect.poll(async () => (await client.get('/api/socket.io/?EIO=4&transport=polling')).status).toBe(200);
  await expect(connect(running, 'asha')).resolves.toBeDefined();
});
