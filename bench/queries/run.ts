import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { median, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { feedBudgetMs, heldLoopBudgetMs, searchBudgetMs } from '#bench/upstream/budgets.ts';
import { mistypedWords, searchedWords, strangeWords } from '#bench/upstream/search-words.ts';
import { createTestDatabase, postgresAnswers, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection, Db, Engine } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { seed } from '#upstream/demo/seed/seed.ts';
import { SeedNetwork } from '#upstream/demo/seed/seed-network.ts';
import { searchIds } from '#upstream/features/search/search-store.ts';
import type { SearchedTable } from '#upstream/features/search/searched-tables.ts';
import { heldLoop } from './held-loop.ts';
import { hotQueries } from './hot-queries.ts';

const million = 1_000_000;

/** One row of the table: a query, or the same query with many words. */
interface Asked {
  name: string;
  works: ((db: Db) => Promise<unknown>)[];
  budgetMs?: Readonly<Record<Engine, number>>;
  /** Measured is for how long the event loop is held. Its budget is that of every size. */
  isHeldLoop?: true;
}

export const queriesPart: Part = {
  name: 'queries',
  title: 'Queries: processor time of each, in milliseconds, by the size of the network',
  async run({ rounds, isSmall, isLarge, seeded = [] }) {
    const sizes = isSmall ? [100] : [1000, ...(isLarge ? [million] : [])];
    const engines = (await postgresAnswers()) ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
    const head = ['Query'];
    const rows = new Map<string, string[]>();
    const verdicts: string[] = [];
    for (const engine of engines)
      for (const people of sizes) {
        head.push(`${engine}, ${people.toLocaleString('en')}`);
        const given = seeded.find(({ url }) => url.startsWith('sqlite:') === (engine === 'sqlite'));
        const database =
          people === million && given ? { url: given.url, drop: async () => {} } : await filled(engine, people);
        const connection = await connect(database.url, { poolSize: 1 });
        try {
          await migrate(connection);
          const processorTime = await clockOf(connection);
          for (const { name, works, budgetMs, isHeldLoop } of asked(connection, new SeedNetwork(people, 1))) {
            const least: number[] = [];
            for (const work of isSmall ? works.slice(0, 2) : works) {
              const spent: number[] = [];
              for (let round = 0; round < rounds; round += 1) {
                const run = () => work(connection.db);
                spent.push(isHeldLoop ? await heldLoop(run) : await spentBy(processorTime, run));
              }
              least.push(Math.min(...spent));
            }
            const worst = Math.max(...least);
            const cell = works.length === 1 ? worst.toFixed(2) : `${median(least).toFixed(2)} (${worst.toFixed(2)})`;
            rows.set(name, [...(rows.get(name) ?? [name]), cell]);
            if ((people !== million && !isHeldLoop) || budgetMs === undefined) continue;
            const line = `${name} on ${engine}, ${people.toLocaleString('en')} people: ${worst.toFixed(2)} ms, wanted ≤ ${budgetMs[engine]} ms`;
            verdicts.push(verdict(line, worst <= budgetMs[engine]));
          }
        } finally {
          await connection.close();
          await database.drop();
        }
      }
    return [
      table(head, [...rows.values()]),
      'The least of several rounds, upstream and database together, over one connection, without HTTP: what the query takes on an idle machine, whatever else runs on this one. With many words: the median word, and the worst in brackets.',
      ...(verdicts.length === 0 ? [] : [verdicts.join('\n')]),
    ].join('\n\n');
  },
};

async function filled(engine: Engine, people: number): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  await seed({ databaseUrl: database.url, people, seed: 1 });
  return database;
}

function asked({ engine }: Connection, network: SeedNetwork): Asked[] {
  const search = (name: string, from: SearchedTable, words: string[]): Asked => ({
    name,
    works: words.map((q) => (db: Db) => searchIds(db, engine, from, { viewerId: network.personId(0), q, limit: 20 })),
    budgetMs: searchBudgetMs,
  });
  return [
    ...hotQueries({ engine }, network).map(({ name, work }) => ({
      name,
      works: [work],
      ...(name.startsWith('feed') && { budgetMs: feedBudgetMs }),
    })),
    search('search people, 60 searches', 'people_search', searchedWords('people')),
    search('search people, 60 with a typing mistake', 'people_search', mistypedWords()),
    {
      ...search(
        'search people, 60 times three long words that nobody has: the event loop held',
        'people_search',
        strangeWords(),
      ),
      budgetMs: { sqlite: heldLoopBudgetMs, postgres: heldLoopBudgetMs },
      isHeldLoop: true,
    },
    search('search projects, 60 searches', 'project_search', searchedWords('projects')),
  ];
}

async function spentBy(clock: () => number, run: () => Promise<unknown>): Promise<number> {
  const before = clock();
  await run();
  return clock() - before;
}

/** Milliseconds of processor time so far: of this process, and of the connection's in PostgreSQL where it is on this machine. */
async function clockOf({ db, engine }: Connection): Promise<() => number> {
  const own = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  if (engine === 'sqlite') return own;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const scheduled = `/proc/${rows[0]?.pid}/schedstat`;
  return () => {
    try {
      return own() + Number(readFileSync(scheduled, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return Number.NaN;
    }
  };
}
