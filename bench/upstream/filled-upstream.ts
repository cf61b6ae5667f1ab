import { personId, storeCrowd } from '#bench/crowd.ts';
import type { Load } from '#bench/harness/load.ts';
import { day } from '#shared/durations.ts';
import { storeConnections, storePeople } from '#tests/support/chat-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { transact } from '#upstream/db/transaction.ts';
import { insertSession, newSessionToken } from '#upstream/features/auth/session-store.ts';
import { appendMessage } from '#upstream/features/chat/chat-store.ts';
import { mistypedWords, searchedWords } from './search-words.ts';

const sessions = 100;
const talk = { conversations: 20, messagesEach: 200 };
/** Of a network that only the smoke test has: a page of history and the beginning of the next. */
const littleTalk = { conversations: 2, messagesEach: 60 };

type Asked = Pick<Load, 'paths' | 'cookies' | 'method' | 'isOnce'>;

export interface FilledUpstream {
  engine: Engine;
  people: number;
  port: number;
  pid: number;
  /** The next calls of each kind; requests to people are made once each, so they run out. */
  calls: Record<Operation, () => Asked>;
  stop(): Promise<void>;
}

export const operations = {
  newest: 'feed, newest first',
  match: 'feed, best match first',
  search: 'search people',
  typo: 'search people, a typing mistake',
  profile: 'profile/view',
  request: 'send a request',
  history: 'chat history, 50 messages',
} as const;
export type Operation = keyof typeof operations;

/** An upstream in a process of its own, over a temporary database with so many people. */
export async function startFilledUpstream(engine: Engine, people: number): Promise<FilledUpstream> {
  const database = await createTestDatabase(engine);
  try {
    const connection = await connect(database.url);
    await migrate(connection);
    await storeCrowd(connection, people);
    const logins = await logIn(connection.db, people);
    const { conversations, messagesEach } = people < 1000 ? littleTalk : talk;
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
    const pool = await pairsToRequest(connection.db, people, logins);
    await connection.close();
    const upstream = await startUpstreamProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'error' });
    const cookies = logins.map(({ cookie }) => cookie);
    return {
      engine,
      people,
      port: upstream.port,
      pid: upstream.pid,
      calls: {
        newest: () => ({ paths: ['/user/feed?limit=10'], cookies }),
        match: () => ({ paths: ['/user/feed?limit=10&order=match'], cookies }),
        search: () => ({ paths: pathsOf(searchedWords()), cookies }),
        typo: () => ({ paths: pathsOf(mistypedWords()), cookies }),
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
async function logIn(db: Db, people: number): Promise<Login[]> {
  const count = Math.min(sessions, people);
  const ids = Array.from({ length: count }, (_, i) => personId(Math.floor((i * people) / count)));
  const logins: Login[] = [];
  for (const id of ids) logins.push({ id, cookie: await newSession(db, id) });
  return logins;
}

async function newSession(db: Db, userId: string): Promise<string> {
  const token = newSessionToken();
  const now = Date.now();
  await insertSession(db, { userId, token, passwordVersion: 1, device: 'bench', now, expiresAt: now + day });
  return `token=${token}`;
}

/** Requests that nobody has sent yet: from those who are logged in to people spread over the network. */
async function pairsToRequest(db: Db, people: number, logins: Login[]): Promise<{ path: string; cookie: string }[]> {
  const ids = logins.map(({ id }) => id);
  const decisions = await db
    .selectFrom('decisions')
    .select(['by_id as a', 'about_id as b'])
    .where((row) => row.or([row('by_id', 'in', ids), row('about_id', 'in', ids)]))
    .execute();
  const connections = await db
    .selectFrom('connections')
    .select(['low_id as a', 'high_id as b'])
    .where((row) => row.or([row('low_id', 'in', ids), row('high_id', 'in', ids)]))
    .execute();
  const met = new Set([...decisions, ...connections].map(({ a, b }) => pairKey(a, b)));
  const targets = Math.min(60, people - 1);
  return logins
    .flatMap(({ id, cookie }, at) =>
      Array.from({ length: targets }, (_, i) => {
        const place = Math.floor(((i + 0.5) * people) / targets + at * 7 + 1) % people;
        return { id, to: personId(place), cookie };
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

function pathsOf(words: readonly string[]): string[] {
  return words.map((word) => `/search/people?q=${encodeURIComponent(word)}`);
}
