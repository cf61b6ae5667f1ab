// node bench/plans/run.ts [--people 100000] [--database url ...]
// Writes how each engine answers the hot queries to bench/plans/<engine>.md. --database names one that `npm run seed` has
// filled with so many people, for its engine; sessions are added to it.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { seed } from '#upstream/demo/seed/seed.ts';
import { SeedNetwork } from '#upstream/demo/seed/seed-network.ts';
import { plansOf } from './explain.ts';
import { hotQueries, storeSessions } from './hot-queries.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    database: { type: 'string', multiple: true, default: [] },
  },
});
const people = Number(values.people);

for (const engine of ['sqlite', 'postgres'] as const) {
  const database = seededDatabase(engine) ?? (await newDatabase(engine));
  try {
    const connection = await connect(database.url);
    await storeSessions(connection);
    const parts: string[] = [];
    for (const { name, work } of hotQueries(connection, new SeedNetwork(people, 1))) {
      const plans = await plansOf(connection, work);
      parts.push(`## ${name}\n\n${plans.map(({ plan }) => `\`\`\`\n${plan}\n\`\`\``).join('\n\n')}`);
    }
    await connection.close();
    const head = `# How ${engine} answers the hot queries\n\nWritten by \`node bench/plans/run.ts\` with ${people.toLocaleString('en')} people. One block for each statement. \`tests/upstream/hot-queries.test.ts\` fails when one of them reads a whole table.\n`;
    writeFileSync(fileURLToPath(new URL(`${engine}.md`, import.meta.url)), `${head}\n${parts.join('\n\n')}\n`);
  } finally {
    await database.drop();
  }
}

function seededDatabase(engine: Engine): TestDatabase | undefined {
  const url = values.database.find((each) => each.startsWith('sqlite:') === (engine === 'sqlite'));
  return url === undefined ? undefined : { engine, url, drop: async () => {} };
}

async function newDatabase(engine: Engine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  await seed({ databaseUrl: database.url, people, seed: 1 });
  return database;
}
