import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ConversationKey, roomKey, roomOf } from '#client/store/api/chat/conversation-key.ts';
import { stablePort } from '#server/embedded-upstream.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { storeConnections, storePeople, storeTeam } from './chat-people.ts';
import { picture as anyPicture } from './pictures.ts';
import { redisUrl } from './redis-answers.ts';
import { startGateway } from './start-gateway.ts';
import { asShown, asStored, createStormChanges, quoted, type StormMessage } from './storm-changes.ts';
import { StormClient, type StormCounts } from './storm-client.ts';
import { createTestDatabase } from './test-database.ts';
import { startUpstreamProcess } from './upstream-process.ts';

export interface StormOptions {
  engine: 'sqlite' | 'postgres';
  /** Two upstreams over one database and one Redis, each behind a gateway of its own. Needs PostgreSQL. Default 1. */
  instances?: 1 | 2;
  people: number;
  messages: number;
  /** One cut of a random person's wire for so many messages. */
  messagesPerCut: number;
  seed: number;
}

export interface StormResult extends StormCounts {
  sent: number;
  stored: number;
  /** Messages of the room that all people are in. */
  inRoom: number;
  /** Threads of a device that does not have each message once, in the server's order, and as it is stored. */
  wrongThreads: string[];
  /** Messages that are stored otherwise than their people have last wanted them. */
  wrongChanges: string[];
  changes: Record<'edits' | 'deletions' | 'reactions', number>;
  replies: number;
  pictures: number;
  cuts: number;
  upstreamKills: number;
  gatewayRestarts: number;
  seconds: number;
}

const patienceMs = 120_000;
const stormSecret = 'a-secret-that-both-instances-of-a-storm-share';

/**
 * People with two devices each write to each other, and in the room of one project, through gateways, show pictures, answer, edit, delete and react, while
 * wires are cut, an upstream is killed as by kill -9 and a gateway is started anew. With two instances, the devices of a
 * person are at different ones. Afterwards everything that was sent must be stored once
 * and as it was changed last, and be so on every device of each conversation.
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
  const room = roomKey(await storeTeam(connection, people));
  const peersOf = (id: string) => unique.filter((pair) => pair.includes(id)).map(([a, b]) => (a === id ? b : a));

  const shared: Record<string, string> =
    options.instances === 2
      ? { REDIS_URL: redisUrl, REDIS_PREFIX: `dotcode-storm-${randomBytes(6).toString('hex')}`, SECRET: stormSecret }
      : {};
  const sites = await Promise.all(Array.from({ length: options.instances ?? 1 }, () => openSite(database.url, shared)));
  const [killed] = sites;
  const restarted = sites.at(-1);
  if (!killed || !restarted) throw new Error('unreachable');
  const clients = people.flatMap((person) =>
    [0, 1].map((device) => new StormClient((sites[device] ?? killed).url, person, [...peersOf(person.id), room])),
  );
  const picture = new Blob([Uint8Array.from(await anyPicture())], { type: 'image/png' });
  const changes = createStormChanges(random);
  const start = performance.now();
  const sent = new Map<string, StormMessage>();
  let cuts = 0;
  try {
    for (const client of clients) client.connect();
    for (let i = 0; i < options.messages; i += 1) {
      const client = clients[i % clients.length];
      if (!client) throw new Error('nobody writes');
      // Written as people do, a few ahead of the wire, so that every cut falls into the traffic.
      await until(() => client.waiting < 3, 'the outbox to move');
      const keys = [...client.threads.keys()];
      const to = keys[Math.floor(random() * keys.length)] ?? '';
      const text = `message ${i}`;
      const shown = client.threads.get(to) ?? [];
      // Every fourth message answers one, also one that is changed or deleted meanwhile.
      const answered = i % 4 === 3 ? shown[Math.floor(random() * shown.length)] : undefined;
      const replyTo = answered && quoted(answered);
      const hasPicture = i % 15 === 7;
      const parts = { ...(replyTo && { replyTo }), ...(hasPicture && { picture }) };
      sent.set(client.write(to, text, parts), { text, replyTo, hasPicture });
      // Of one device of each person: of two at the same time, neither's is the last.
      if (i % 2 === 0) changes.make(client);
      if (i % options.messagesPerCut === options.messagesPerCut - 1) {
        clients[Math.floor(random() * clients.length)]?.cut();
        cuts += 1;
      }
      if (i === Math.floor(options.messages / 3)) {
        await inTime('an upstream to be killed and started', killed.killUpstream());
      }
      if (i === Math.floor((options.messages * 2) / 3)) {
        await inTime('a gateway to close and open', restarted.restartGateway());
      }
    }
    await until(() => clients.every((client) => client.waiting === 0), 'every outbox to be empty');
    const rows = await connection.db.selectFrom('messages').selectAll().orderBy('seq').execute();
    const reactions = await connection.db.selectFrom('message_reactions').selectAll().execute();
    const conversations = await connection.db.selectFrom('conversations').selectAll().execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const stored = rows.map((row) => ({ ...row, clientId: row.client_id?.split('/').at(-1) ?? '' }));
    const conversationOf = (one: string, key: ConversationKey) =>
      conversations.find(
        ({ user_low, user_high, project_id }) =>
          (project_id ?? [user_low, user_high].sort().join()) === (roomOf(key) ?? [one, key].sort().join()),
      );
    const isSettled = ({ person, threads, revs }: StormClient) =>
      [...threads].every(([key, thread]) => {
        const conversation = conversationOf(person.id, key);
        return thread.length === (conversation?.last_seq ?? 0) && revs.get(key) === (conversation?.rev ?? 0);
      });
    await until(() => clients.every(isSettled), 'every device to have everything').catch(() => undefined);
    const wrongThreads: string[] = [];
    for (const { person, threads } of clients)
      for (const [key, thread] of threads) {
        const expected = rows
          .filter(({ conversation_id }) => conversation_id === conversationOf(person.id, key)?.id)
          .map((row) => asStored(row, reactions, person.id, byId));
        if (!isDeepStrictEqual(thread.map(asShown), expected))
          wrongThreads.push(`${person.id} with ${key}: ${thread.length} of ${expected.length}`);
      }
    const wrongChanges = rows
      .map((row) => [asStored(row, reactions, '', byId), changes.asWanted(row, sent, byId)])
      .filter(([is, wanted]) => !isDeepStrictEqual(is, wanted))
      .map(([is, wanted]) => `${JSON.stringify(is)} for ${JSON.stringify(wanted)}`);
    const once = new Set(stored.map(({ clientId }) => clientId));
    const sum = (name: keyof StormCounts) => clients.reduce((all, { counts }) => all + counts[name], 0);
    return {
      sent: sent.size,
      stored: [...sent.keys()].every((clientId) => once.has(clientId)) ? stored.length : -1,
      inRoom: rows.filter(({ conversation_id }) => conversation_id === conversationOf('', room)?.id).length,
      wrongThreads,
      wrongChanges,
      changes: changes.counts,
      replies: [...sent.values()].filter(({ replyTo }) => replyTo).length,
      pictures: [...sent.values()].filter(({ hasPicture }) => hasPicture).length,
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
    for (const site of sites) await inTime('a gateway to close at the end', site.close());
    await connection.close();
    await database.drop();
  }
}

/** An upstream process behind a gateway of its own, each on a port that it keeps. */
async function openSite(databaseUrl: string, shared: Record<string, string>) {
  const [upstreamPort, gatewayPort] = [await stablePort(), await stablePort()];
  const startUpstream = () =>
    startUpstreamProcess({
      ...{ UPSTREAM_PORT: String(upstreamPort), DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
      ...shared,
    });
  const openGateway = () =>
    startGateway({
      upstreamUrl: `http://127.0.0.1:${upstreamPort}`,
      port: gatewayPort,
      config: { rateLimitFactor: 10_000, shutdownGraceMs: 100 },
    });
  let upstream = await startUpstream();
  let gateway = await openGateway();
  return {
    url: gateway.url,
    killUpstream: async () => {
      await upstream.kill();
      upstream = await startUpstream();
    },
    restartGateway: async () => {
      await gateway.close();
      gateway = await openGateway();
    },
    close: async () => {
      await gateway.close();
      await upstream.kill();
    },
  };
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
