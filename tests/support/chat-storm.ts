import { setTimeout as sleep } from 'node:timers/promises';
import { stablePort } from '#server/process/stable-port.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { storeConnections, storePeople } from './chat-people.ts';
import { startGateway } from './start-gateway.ts';
import { StormClient, type StormCounts } from './storm-client.ts';
import { createTestDatabase } from './test-database.ts';
import { startUpstreamProcess } from './upstream-process.ts';

export interface StormOptions {
  engine: 'sqlite' | 'postgres';
  people: number;
  messages: number;
  /** One cut of a random person's wire for so many messages. */
  messagesPerCut: number;
  seed: number;
}

export interface StormResult extends StormCounts {
  sent: number;
  stored: number;
  /** Messages whose sender, or whose receiver, does not have them exactly once and in the server's order. */
  wrongThreads: string[];
  cuts: number;
  upstreamKills: number;
  gatewayRestarts: number;
  seconds: number;
}

const patienceMs = 120_000;

/**
 * People write to each other through a gateway while wires are cut, the upstream is killed as by kill -9 and the
 * gateway is started anew. Afterwards everything that was sent must be stored once, and be in both threads once.
 */
export async function chatStorm(options: StormOptions): Promise<StormResult> {
  const random = generator(options.seed);
  const database = await createTestDatabase(options.engine);
  const connection = await connect(database.url);
  await migrate(connection);
  const people = await storePeople(connection, options.people);
  // Everybody knows the next three.
  const pairs = people.flatMap(({ id }, i) =>
    [1, 2, 3].map((step) => [id, people[(i + step) % people.length]?.id ?? ''] as const),
  );
  const unique = [...new Map(pairs.map((pair) => [[...pair].sort().join(), pair])).values()];
  await storeConnections(connection, unique);
  const peersOf = (id: string) => unique.filter((pair) => pair.includes(id)).map(([a, b]) => (a === id ? b : a));

  const [upstreamPort, gatewayPort] = [await stablePort(), await stablePort()];
  const startUpstream = () =>
    startUpstreamProcess({ UPSTREAM_PORT: String(upstreamPort), DATABASE_URL: database.url, LOG_LEVEL: 'error' });
  let upstream = await startUpstream();
  const openGateway = () =>
    startGateway({
      upstreamUrl: `http://127.0.0.1:${upstreamPort}`,
      port: gatewayPort,
      config: { rateLimitFactor: 10_000, shutdownGraceMs: 100 },
    });
  let gateway = await openGateway();
  const clients = people.map((person) => new StormClient(gateway.url, person, peersOf(person.id)));
  const start = performance.now();
  const sent = new Map<string, { from: string; to: string; text: string }>();
  let cuts = 0;
  try {
    for (const client of clients) client.connect();
    for (let i = 0; i < options.messages; i += 1) {
      const client = clients[i % clients.length];
      if (!client) throw new Error('nobody writes');
      // Written as people do, a few ahead of the wire, so that every cut falls into the traffic.
      await until(() => client.waiting < 3, 'the outbox to move');
      const peers = [...client.threads.keys()];
      const to = peers[Math.floor(random() * peers.length)] ?? '';
      const text = `message ${i}`;
      sent.set(client.write(to, text), { from: client.person.id, to, text });
      if (i % options.messagesPerCut === options.messagesPerCut - 1) {
        clients[Math.floor(random() * clients.length)]?.cut();
        cuts += 1;
      }
      if (i === Math.floor(options.messages / 3)) {
        await inTime('the upstream to be killed', upstream.kill());
        upstream = await inTime('the upstream to start', startUpstream());
      }
      if (i === Math.floor((options.messages * 2) / 3)) {
        await inTime('the gateway to close', gateway.close());
        gateway = await inTime('the gateway to open', openGateway());
      }
    }
    await until(() => clients.every((client) => client.waiting === 0), 'every outbox to be empty');
    const rows = await connection.db.selectFrom('messages').selectAll().orderBy('seq').execute();
    const threads = () => clients.reduce((sum, { threads }) => sum + [...threads.values()].flat().length, 0);
    await until(() => threads() === 2 * rows.length, 'every message to be in both threads').catch(() => undefined);
    const stored = rows.map((row) => ({ ...row, clientId: row.client_id?.split('/').at(-1) ?? '' }));
    const wrongThreads: string[] = [];
    for (const { person, threads } of clients)
      for (const [peerId, thread] of threads) {
        const expected = [...sent.values()].filter(
          ({ from, to }) => (from === person.id && to === peerId) || (from === peerId && to === person.id),
        );
        const own = stored.filter(({ id }) => thread.some((message) => message._id === id));
        const inOrder = thread.every((message, index) => message.seq === index + 1);
        const complete = new Set(thread.map(({ text }) => text)).size === expected.length;
        if (!inOrder || !complete || thread.length !== expected.length || own.length !== thread.length)
          wrongThreads.push(`${person.id} with ${peerId}: ${thread.length} of ${expected.length}`);
      }
    const once = new Set(stored.map(({ clientId }) => clientId));
    const sum = (name: keyof StormCounts) => clients.reduce((all, { counts }) => all + counts[name], 0);
    return {
      sent: sent.size,
      stored: [...sent.keys()].every((clientId) => once.has(clientId)) ? stored.length : -1,
      wrongThreads,
      cuts,
      upstreamKills: 1,
      gatewayRestarts: 1,
      seconds: Math.round((performance.now() - start) / 100) / 10,
      connections: sum('connections'),
      attempts: sum('attempts'),
      repeated: sum('repeated'),
      heard: sum('heard'),
      fetched: sum('fetched'),
    };
  } finally {
    for (const client of clients) client.close();
    await inTime('the gateway to close at the end', gateway.close());
    await upstream.kill();
    await connection.close();
    await database.drop();
  }
}

/** Names the step that hangs, with the state that it may hang on. */
async function inTime<Result>(what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ');
      reject(new Error(`waited in vain for ${what}; open are ${open}`));
    }, patienceMs / 4);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(20);
  }
}

/** mulberry32: the same storm for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
