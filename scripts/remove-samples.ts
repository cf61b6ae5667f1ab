// npm run remove-samples: removes the accounts of the sample network and of `npm run seed`, with everything they wrote.
// DATABASE_URL, in .env too, says from which database. The service may be running.
import { parseArgs } from 'node:util';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readDatabaseUrl } from '#platform/config/read-variables.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { removeSamples } from '#upstream/demo/sample-accounts.ts';

try {
  const { values } = parseArgs({ options: { database: { type: 'string' } } });
  loadEnvFile();
  const connection = await connect(readDatabaseUrl({ DATABASE_URL: values.database ?? process.env.DATABASE_URL }));
  try {
    await migrate(connection);
    const removed = await removeSamples(connection);
    process.stdout.write(
      removed === 0 ? 'There are no sample accounts.\n' : `${removed} sample accounts are removed.\n`,
    );
  } finally {
    await connection.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
