// npm run backup -- FILE     copies the running database into FILE: nothing needs to stop
// npm run restore -- FILE    puts FILE back into an empty place; --replace overwrites what is there, and keeps it
// DATABASE_URL, in .env too, says which SQLite database. PostgreSQL has pg_dump and pg_restore: docs/operations.md.
import { parseArgs } from 'node:util';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { readDatabaseUrl } from '#platform/config/read-variables.ts';
import { restoreBackup, saveBackup } from '#upstream/backup/sqlite-backup.ts';

// Only the owner may read a backup.
process.umask(0o077);

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { database: { type: 'string' }, replace: { type: 'boolean', default: false } },
  });
  const [action, file] = positionals;
  loadEnvFile();
  if (file === undefined || (action !== 'backup' && action !== 'restore'))
    throw new Error('Say which file: npm run backup -- FILE, or npm run restore -- FILE [--replace].');
  const url = readDatabaseUrl({ DATABASE_URL: values.database ?? process.env.DATABASE_URL });
  if (!url.startsWith('sqlite:'))
    throw new Error('PostgreSQL is backed up by its own tools, pg_dump and pg_restore: see docs/operations.md.');
  const path = url.slice('sqlite:'.length);
  if (action === 'backup') {
    await saveBackup(path, file);
    console.log(`Saved to ${file}.`);
  } else {
    const kept = await restoreBackup(path, file, values.replace);
    console.log(`Restored from ${file}.`);
    if (kept !== undefined) console.log(`What was there before is kept in ${kept}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
