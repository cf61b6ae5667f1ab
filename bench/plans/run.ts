// node bench/plans/run.ts [--people 100000]   writes how each engine answers the hot queries to bench/plans/<engine>.md
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import { seed } from '#upstream/demo/seed/seed.ts';
import { SeedNetwork } from '#upstream/demo/seed/seed-network.ts';
import { plansOf } from './explain.ts';
import { hotQueries, storeSessions } from './hot-queries.ts';

const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } });
const people = Number(values.people);

for (const engine of ['sqlite', 'postgres'] as const) {
  const database = await createTestDatabase(engine);
  try {
    await seed({ databaseUrl: database.url, people, seed: 1 });
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
