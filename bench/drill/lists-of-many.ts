import { sql } from 'kysely';
import { mostStatements, noteStatements, rowsRead } from '#bench/queries/explain.ts';
import { storeSessions } from '#bench/queries/hot-queries.ts';
import { limits } from '#shared/limits.ts';
import { startOwnPostgres } from '#tests/support/own-servers.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Db } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { seed, seedAccount } from '#upstream/demo/seed/seed.ts';
import { SeedNetwork } from '#upstream/demo/seed/seed-network.ts';
import { fields, roles, skills } from '#upstream/demo/seed/seed-words.ts';
import { indexWaiting } from '#upstream/features/chat/message-words.ts';
import { replaceMutedWords } from '#upstream/features/safety/mute-store.ts';
import { readableConversations } from '#upstream/features/visibility/messages.ts';
import { type Drill, type DrillResult, Promises, type Size } from './drill.ts';
import { withOwnServer } from './with-product.ts';

const people = { small: 20_000, full: 1_000_000 };
/** The same for both sizes, so that neither may grow with the number of people. */
const most = { statements: mostStatements, rows: 500_000 };
/** Pages of one list that are read by cursor. */
const pages = 3;
/** The newest people are the ones that a feed reads first. */
const left = { blocked: 2500, muted: 2500 };

/** GET calls that are no list, or promise everything at once. */
const noLists = new Set([
  '/health',
  '/capabilities',
  '/openapi.json',
  '/profile/export',
  '/media/{id}/{file}',
  '/chat/picture/{id}/{file}',
  '/email/unsubscribe',
  '/push/key',
]);

export const listsOfMany: Drill = {
  name: 'lists of a million people',
  promised: `Every call that reads a list takes at most ${most.statements} statements and reads at most ${most.rows.toLocaleString('en')} rows a page, for somebody with thousands of relations, blocks and mutes, with and without ${limits.mutedWords.max} muted words that nearly everybody uses, and whatever it is filtered by.`,
  // More than a minute at any size.
  isLong: true,
  run: (size) =>
    withOwnServer(startOwnPostgres, async ({ url }) => {
      const network = new SeedNetwork(people[size], 1);
      await seed({ databaseUrl: url, people: people[size], seed: 1 });
      await addWorstCase(url, network);
      return readLists(url, network, size);
    }),
};

/** Blocks, mutes and cases, which a seeded network lacks; its first person is a moderator. */
async function addWorstCase(url: string, network: SeedNetwork): Promise<void> {
  const connection = await connect(url);
  const { db } = connection;
  try {
    await storeSessions(connection);
    const viewerId = network.personId(0);
    const newest = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => network.personId(network.people - 1 - from - i));
    const created_at = Date.now();
    for (const blocked_id of newest(0, left.blocked))
      await db
        .insertInto('blocks')
        .values({ blocker_id: viewerId, blocked_id, created_at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    for (const muted_id of newest(left.blocked, left.muted))
      await db
        .insertInto('mutes')
        .values({ user_id: viewerId, muted_id, created_at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await db
      .insertInto('moderators')
      .values({ id: viewerId, user_id: viewerId, granted_at: created_at, removed_at: null })
      .execute();
    // As autovacuum leaves a database that has been there for a while.
    await connection.withoutQueryLimit((own) => sql`vacuum analyze`.execute(own));
  } finally {
    await connection.close();
  }
}

interface Read {
  call: string;
  statements: number;
  rows: number;
}

async function readLists(url: string, network: SeedNetwork, size: Size): Promise<DrillResult> {
  const promises = new Promises(size);
  let noted: ReturnType<typeof noteStatements> | undefined;
  const watch = (db: Db) => {
    noted = noteStatements(db);
    return noted.db;
  };
  const upstream = await startUpstream({ databaseUrl: url, watch });
  try {
    const client = upstream.client();
    const { status } = await client.post('/login', seedAccount);
    promises.check(status === 200, `the login was answered ${status}`);
    const calls = await callsOf(client, network);
    await checkComplete(client, calls, promises);
    await indexMessages(upstream.db, network.personId(0));
    const take = () => noted?.take() ?? [];
    const plain = await readAll(upstream, { client, calls, take, promises });
    await transact(upstream.db, (trx) => replaceMutedWords(trx, network.personId(0), mutedWords()));
    const muted = await readAll(upstream, { client, calls, take, promises });
    const reads = [...plain, ...muted.map((read) => ({ ...read, call: `${read.call}, with muted words` }))];
    for (const { call, statements, rows } of reads) {
      promises.check(statements <= most.statements, `${call}: ${statements} statements`);
      promises.check(rows <= most.rows, `${call}: ${rows} rows`);
    }
    return { facts: factsOf(reads, people[size]), broken: promises.broken };
  } finally {
    await upstream.close();
  }
}

/** As an upstream does a moment after each message is stored. Those of the seed were stored without one. */
async function indexMessages(db: Db, viewerId: string): Promise<void> {
  const ids = (await readableConversations(db, viewerId, undefined)).map(({ id }) => id);
  while (await indexWaiting(db, ids, 20));
}

/** The words of the generated profiles, so that hardly anybody is without one. */
function mutedWords(): string[] {
  const words = [...skills, ...fields, ...roles].flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u));
  return [...new Set(words)].filter((word) => word.length > 1).slice(0, limits.mutedWords.max);
}

/** Each list, with the filters that read most. */
async function callsOf(client: TestClient, network: SeedNetwork): Promise<string[]> {
  const other = network.personId(Math.floor(network.people / 2));
  const own = (await client.get('/myprojects')).body.project[0]?._id ?? network.project(0).id;
  const project = network.project(Math.floor(network.projects / 2)).id;
  const caseId = (await client.get('/moderation/cases')).body.items[0]?._id;
  const friend = (await client.get('/user/connections')).body.data.find((person: unknown) => person !== null)?._id;
  const feeds = ['', 'order=match', 'skill=JavaScript', 'order=match&skill=JavaScript', 'skill=COBOL', 'limit=50'];
  const searches = ['an', 'react', 'kuberntes', 'c education', 'zzqqzz', 'qwertyuiopasdfgh zxcvbnmlkjhgfdsa'];
  return [
    ...feeds.map((query) => `/user/feed?${query}`),
    ...searches.flatMap((q) => ['people', 'projects'].map((what) => `/search/${what}?q=${encodeURIComponent(q)}`)),
    '/projects',
    '/myprojects',
    `/myprojects/${other}`,
    '/projects/interested&accepted',
    `/project/view/${project}`,
    `/project/interest/${own}`,
    `/room/${own}`,
    `/project/${own}/activity`,
    `/project/${project}/activity`,
    `/project/${project}/update`,
    `/project/${own}/invite`,
    '/user/connections',
    '/user/request/received',
    '/user/request/sent',
    '/user/blocked',
    '/user/muted',
    '/chats',
    `/chat/${friend}`,
    `/chat/${friend}?changedSince=0`,
    '/search/messages?q=an',
    `/search/messages?q=kuberntes&with=${friend}`,
    '/notifications',
    '/user/updates',
    '/skills?q=ja',
    '/reports',
    '/moderation/cases',
    '/moderation/cases?state=closed',
    `/moderation/cases/${caseId}`,
    '/profile/view',
    `/profile/${other}`,
    '/profile/preferences',
    '/profile/sessions',
    '/profile/history',
    '/passkeys',
    '/totp',
    '/public/pages?kind=project',
    '/public/pages?kind=profile',
    `/public/profile/${other}`,
    `/public/project/${project}`,
  ];
}

/** Fails for a GET call of openapi.json that `callsOf` does not read. */
async function checkComplete(client: TestClient, calls: readonly string[], promises: Promises): Promise<void> {
  const { paths } = (await client.get('/openapi.json')).body as { paths: Record<string, { get?: unknown }> };
  const asked = calls.map((call) => call.split('?')[0] ?? '');
  for (const [path, methods] of Object.entries(paths)) {
    if (methods.get === undefined || noLists.has(path)) continue;
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[0-9a-f]+')}$`);
    promises.check(
      asked.some((call) => pattern.test(call)),
      `${path} is not read by this drill`,
    );
  }
}

async function readAll(
  { db }: StartedUpstream,
  {
    client,
    calls,
    take,
    promises,
  }: {
    client: TestClient;
    calls: readonly string[];
    take: () => ReturnType<ReturnType<typeof noteStatements>['take']>;
    promises: Promises;
  },
): Promise<Read[]> {
  const reads: Read[] = [];
  for (const call of calls) {
    let path = call;
    for (let page = 1; page <= pages; page += 1) {
      take();
      const reply = await client.get(path);
      const statements = take();
      // A private profile or project is answered 404, after what it took to find that out.
      promises.check([200, 404].includes(reply.status), `${path} was answered ${reply.status}`);
      const rows = await rowsRead(db, statements);
      reads.push({ call: page === 1 ? call : `${call}, page ${page}`, statements: statements.length, rows });
      const cursor = reply.body?.nextCursor ?? reply.headers.get('x-next-cursor');
      if (!cursor) break;
      path = `${call}${call.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    }
  }
  return reads;
}

function factsOf(reads: readonly Read[], people: number): string[] {
  const by = (key: 'rows' | 'statements') => reads.toSorted((one, other) => other[key] - one[key]).slice(0, 5);
  return [
    `${people.toLocaleString('en')} people, ${reads.length} pages of lists`,
    `most rows: ${by('rows')
      .map(({ call, rows }) => `${rows.toLocaleString('en')} for ${call}`)
      .join('; ')}`,
    `most statements: ${by('statements')
      .map(({ call, statements }) => `${statements} for ${call}`)
      .join('; ')}`,
  ];
}
