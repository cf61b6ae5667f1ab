import { personId, storeCrowd } from '#bench/crowd.ts';
import type { Load } from '#bench/harness/load.ts';
import { day } from '#shared/durations.ts';
import { startUpstreamProcess } from '#tests/support/start-product.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { insertSession } from '#upstream/features/auth/session-store.ts';
import { newToken } from '#upstream/secret/token.ts';
import { mistypedWords, searchedWords } from './search-words.ts';

const sessions = 100;

export interface FilledUpstream {
  engine: Engine;
  people: number;
  port: number;
  pid: number;
  calls: Record<Operation, Pick<Load, 'paths' | 'cookies'>>;
  stop(): Promise<void>;
}

export const operations = {
  newest: 'feed, newest first',
  match: 'feed, best match first',
  search: 'search people',
  typo: 'search people, a typing mistake',
} as const;
export type Operation = keyof typeof operations;

/** An upstream in a process of its own, over a temporary database with so many people. */
export async function startFilledUpstream(engine: Engine, people: number): Promise<FilledUpstream> {
  const database = await createTestDatabase(engine);
  try {
    const connection = await connect(database.url);
    await migrate(connection);
    await storeCrowd(connection, people);
    const cookies = await logIn(connection.db, people);
    await connection.close();
    const upstream = await startUpstreamProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'error' });
    return {
      engine,
      people,
      port: upstream.port,
      pid: upstream.pid,
      calls: {
        newest: { paths: ['/user/feed?limit=10'], cookies },
        match: { paths: ['/user/feed?limit=10&order=match'], cookies },
        search: { paths: pathsOf(searchedWords()), cookies },
        typo: { paths: pathsOf(mistypedWords()), cookies },
      },
      stop: async () => {
        await upstream.end();
        await database.drop();
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Sessions of people from all over the network. */
async function logIn(db: Db, people: number): Promise<string[]> {
  const count = Math.min(sessions, people);
  const ids = Array.from({ length: count }, (_, i) => personId(Math.floor((i * people) / count)));
  const cookies: string[] = [];
  for (const id of ids) cookies.push(await newSession(db, id));
  return cookies;
}

async function newSession(db: Db, userId: string): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await insertSession(db, { userId, token, passwordVersion: 1, device: 'bench', now, expiresAt: now + day });
  return `token=${token}`;
}

function pathsOf(words: readonly string[]): string[] {
  return words.map((word) => `/search/people?q=${encodeURIComponent(word)}`);
}
