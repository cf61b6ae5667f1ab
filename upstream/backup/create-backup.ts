import type { Backup } from './backup.ts';
import { createPostgresBackup } from './postgres-backup.ts';
import type { Environment } from './postgres-clients.ts';
import { createSqliteBackup } from './sqlite-backup.ts';

/** `env` is the environment that PostgreSQL's client programs run with. */
export function createBackup(databaseUrl: string, env: Environment): Backup {
  return databaseUrl.startsWith('sqlite:')
    ? createSqliteBackup(databaseUrl.slice('sqlite:'.length))
    : createPostgresBackup(databaseUrl, env);
}
