import type { Load } from '#bench/harness/load.ts';
import { storeConnections, storePeople } from '#tests/support/chat-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import { connect, type Db, type Engine } from '#upstream/db/connect.ts';
import { transact } from '#upstream/db/transaction.ts';
import { seed } from '#upstream/demo/seed/seed.ts';
import { SeedNetwork } from '#upstream/demo/seed/seed-network.ts';
import { fields, firstNames, lastNames, skills } from '#upstream/demo/seed/seed-words.ts';
import { insertSession, newSessionToken } from '#upstream/features/auth/session-store.ts';
import { appendMessage } from '#upstream/features/chat/chat-store.ts';

const seedNumber = 1;
const sessions = 100;
const conversations = 20;
const messagesEach = 200;

type Asked = Pick<Load, 'paths' | 'cookies' | 'method' | 'isOnce'>;

export interface FilledUpstream {
  engine: Engine;
  people: number;
  port: number;
  pid: number;
  databaseUrl: string;
  seededInSeconds: number;
  /** The next calls of each kind; requests to people are made once each, so they run out. */
  calls: Record<Operation, () => Asked>;
  stop(): Promise<void>;
}

export const operations = {
  newest: 'feed, newest first',
  match: 'feed, best match first',
  search: 'search people',
  profile: 'profile/view',
  request: 'send a request',
  history: 'chat history, 50 messages',
} as const;
export type Operation = keyof typeof operations;

/** An upstream in a process of its own, over a temporary database with so many people. */
export async function startFilledUpstream(engine: Engine, people: number): Promise<FilledUpstream> {
  const database = await createTestDatabase(engine);
  try {
    const startedAt = performance.now();
    await seed({ databaseUrl: database.url, people, seed: seedNumber });
    const seededInSeconds = (performance.now() - startedAt) / 1000;
    const connection = await connect(database.url);
    const network = new SeedNetwork(people, seedNumber);
    const logins = await logIn(connection.db, network);
    const talkers = await storePeople(connection, conversations * 2);
    const pairs = talkers.flatMap(({ id }, i) => (i % 2 === 0 ? [[id, talkers[i + 1]?.id ?? ''] as const] : []));
    await storeConnections(connection, pairs);
    for (const [senderId, recipientId] of pairs)
      await transact(connection.db, async (trx) => {
        for (let i = 0; i < messagesEach; i += 1)
          await appendMessage(trx, {
            senderId,
            recipientId,
            text: `Message ${i}: ${'words '.repeat(12)}`,
            now: Date.now(),
          });
      });
    await connection.close();
    const upstream = await startUpstreamProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'error' });
    const cookies = logins.map(({ cookie }) => cookie);
    const pool = pairsToRequest(network, logins);
    return {
      engine,
      people,
      port: upstream.port,
      pid: upstream.pid,
      databaseUrl: database.url,
      seededInSeconds,
      calls: {
        newest: () => ({ paths: ['/user/feed?limit=10'], cookies }),
        match: () => ({ paths: ['/user/feed?limit=10&order=match'], cookies }),
        search: () => ({ paths: searches(), cookies }),
        profile: () => ({ paths: ['/profile/view'], cookies }),
        request: () => {
          const chosen = pool.splice(0, 300);
          return {
            method: 'POST',
            isOnce: true,
            paths: chosen.map(({ path }) => path),
            cookies: chosen.map(({ cookie }) => cookie),
          };
        },
        history: () => ({
          paths: pairs.map(([, to]) => `/chat/${to}`),
          cookies: pairs.map((_, i) => talkers[i * 2]?.cookie ?? ''),
        }),
      },
      stop: async () => {
        await upstream.kill();
        await database.drop();
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

interface Login {
  id: string;
  cookie: string;
}

/** People from all over the network, each with a session. */
async function logIn(db: Db, network: SeedNetwork): Promise<Login[]> {
  const now = Date.now();
  const count = Math.min(sessions, network.people);
  const ids = Array.from({ length: count }, (_, i) => network.personId(Math.floor((i * network.people) / count)));
  const logins: Login[] = [];
  for (const id of ids) {
    const token = newSessionToken();
    await insertSession(db, { userId: id, token, device: 'bench', now, expiresAt: now + 86_400_000 });
    logins.push({ id, cookie: `token=${token}` });
  }
  return logins;
}

/** Requests that nobody has sent yet: from those who are logged in to people spread over the network. */
function pairsToRequest(network: SeedNetwork, logins: Login[]): { path: string; cookie: string }[] {
  // Who joined later may have met somebody who is logged in: in a large network that is rare, in a small one it is not.
  const isSmallNetwork = network.people <= 10_000;
  const places = isSmallNetwork
    ? Array.from({ length: network.people }, (_, i) => i)
    : logins.map((_, at) => Math.floor((at * network.people) / logins.length));
  const met = new Set(places.flatMap((i) => network.relations(i).map(({ fromId, toId }) => pairKey(fromId, toId))));
  const targets = Math.min(60, network.people - 1);
  return logins
    .flatMap(({ id, cookie }, at) =>
      Array.from({ length: targets }, (_, i) => {
        const place = Math.floor(((i + 0.5) * network.people) / targets + at * 7 + 1) % network.people;
        return { id, to: network.personId(place), cookie };
      }),
    )
    .filter(({ id, to }) => {
      const key = pairKey(id, to);
      const isNew = id !== to && !met.has(key);
      met.add(key);
      return isNew;
    })
    .map(({ to, cookie }) => ({ path: `/request/interested/${to}`, cookie }));
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Names, skills, and words that profiles hold: whole and begun, one and two. */
function searches(): string[] {
  const words = Array.from({ length: 60 }, (_, i) => {
    const [first, last, skill, field] = [firstNames, lastNames, skills, fields].map(
      (list) => list[(i * 7) % list.length],
    );
    return [`${first} ${last}`, first?.slice(0, 3), skill, `${skill} ${field}`][i % 4] ?? '';
  });
  return words.map((word) => `/search/people?q=${encodeURIComponent(word)}`);
}
