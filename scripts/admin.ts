// npm run admin -- COMMAND   counts, a person's sessions, ends them, suspends, erases; see `usage`
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readDatabaseUrl } from '#platform/config/read-variables.ts';
import { secretOf } from '#platform/config/secret.ts';
import { loadConfig, type UpstreamConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { runAdmin, usage } from '#upstream/features/admin/run-admin.ts';
import { type Outbox, openOutbox } from '#upstream/mail/outbox.ts';

/** Commands that a person is told of by mail. */
const tellsByMail = new Set(['remove-second-factor', 'erase']);

// Only the owner may read what SQLite makes beside its database.
process.umask(0o077);

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      database: { type: 'string' },
      operator: { type: 'string' },
      reason: { type: 'string' },
      confirm: { type: 'string' },
    },
  });
  // `moderator add` and `jobs retry` are commands of two words.
  const words = positionals[0] === 'moderator' || (positionals[0] === 'jobs' && positionals.length > 1) ? 2 : 1;
  const command = positionals.slice(0, words).join(' ');
  const [who, ...more] = positionals.slice(words);
  if (values.help || command === '' || more.length > 0) console.log(usage);
  else {
    loadEnvFile();
    const databaseUrl = readDatabaseUrl({ DATABASE_URL: values.database ?? process.env.DATABASE_URL });
    const config = loadConfig({ ...process.env, DATABASE_URL: databaseUrl });
    const secret = secretOf(config.secret, databaseUrl);
    const mail = outboxOf(config, secret);
    const connection = await connect(databaseUrl);
    try {
      // Throws where a newer version has removed something that this program may need.
      await migrate(connection);
      const { reason, confirm } = values;
      const operator = values.operator ?? userInfo().username;
      const request = { command, who, reason, confirm, operator, secret, mail, now: Date.now() };
      for (const line of await runAdmin(connection, request)) console.log(line);
      if (mail === undefined && tellsByMail.has(command))
        console.log('Nobody is told by mail: this program needs MAIL_URL and SECRET as the upstreams have them.');
    } finally {
      await connection.close();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Undefined where no mail is sent. */
function outboxOf(config: UpstreamConfig, secret: string): Outbox | undefined {
  const outbox = openOutbox({ config, secret, now: Date.now });
  return outbox.mode === 'none' ? undefined : outbox;
}
