// npm run admin -- COMMAND   counts, a person's sessions, ends them, suspends; see `usage`
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { loadEnvFile } from '#config/env-file.ts';
import { readDatabaseUrl } from '#config/read-variables.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { runAdmin, usage } from '#upstream/features/admin/run-admin.ts';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      database: { type: 'string' },
      operator: { type: 'string' },
      reason: { type: 'string' },
      outcome: { type: 'string' },
    },
  });
  // `moderator add` is one command of two words.
  const words = positionals[0] === 'moderator' ? 2 : 1;
  const command = positionals.slice(0, words).join(' ');
  const [who, ...more] = positionals.slice(words);
  if (values.help || command === '' || more.length > 0) console.log(usage);
  else {
    loadEnvFile();
    const connection = await connect(readDatabaseUrl({ DATABASE_URL: values.database ?? process.env.DATABASE_URL }));
    try {
      // Throws where the database is newer than this program.
      await migrate(connection);
      const reasonAndOutcome = { reason: values.reason, outcome: values.outcome };
      const operator = values.operator ?? userInfo().username;
      const lines = await runAdmin(connection, { command, who, ...reasonAndOutcome, operator, now: Date.now() });
      for (const line of lines) console.log(line);
    } finally {
      await connection.close();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
