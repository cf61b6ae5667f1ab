import { createPostgresBackup } from './postgres-backup.ts';
import type { Environment } from './postgres-clients.ts';
import { createSqliteBackup } from './sqlite-backup.ts';

/** Copies of a database: both reject with one sentence, and leave everything as it was. */
export interface Backup {
  /** Copies the database into `file` while it may be in use. */
  save(file: string): Promise<void>;
  /**
   * Puts `file` in the database's place, which has to be empty unless `replace` is set. Answers where the replaced
   * database is kept.
   */
  restore(file: string, replace: boolean): Promise<string | undefined>;
}

/** `env` is the environment that PostgreSQL's client programs run with. */
export function createBackup(databaseUrl: string, env: Environment): Backup {
  return databaseUrl.startsWith('sqlite:')
    ? createSqliteBackup(databaseUrl.slice('sqlite:'.length))
    : createPostgresBackup(databaseUrl, env);
}
