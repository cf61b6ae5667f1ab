import { existsSync, renameSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { migrationLock, takeInTurn } from '../db/postgres/migration-lock.ts';
import { Servers, serversOf } from '../db/postgres/servers.ts';
import type { Backup } from './backup.ts';
import { replacedName, withPartFile } from './part-file.ts';
import { type Clients, createClients, type Environment } from './postgres-clients.ts';

/** Backups with pg_dump, restores with pg_restore and psql. A restore first saves the database that it replaces. */
export function createPostgresBackup(databaseUrl: string, env: Environment): Backup {
  const clients = createClients(env);

  async function save(file: string, url: string): Promise<void> {
    await withPartFile(file, async (part) => {
      await clients.run('pg_dump', ['--format=custom', '--no-owner', `--file=${part}`], url);
      renameSync(part, file);
    });
  }
  return {
    save: async (file) => save(file, await writableServer(databaseUrl)),
    async restore(file, replace) {
      if (!existsSync(file)) throw new Error(`There is no backup at ${file}.`);
      await requireDotCode(clients, file);
      const url = await writableServer(databaseUrl);
      const client = new pg.Client({ connectionString: url, application_name: 'dotcode restore' });
      await client.connect();
      try {
        const isEmpty = await takeDatabase(client);
        if (!isEmpty && !replace) throw new Error('The database is not empty. Stop the service, then add --replace.');
        const kept = isEmpty ? undefined : replacedName(file);
        if (kept !== undefined) await save(kept, url);
        await restoreInto(clients, url, file);
        return kept;
      } finally {
        await client.end();
      }
    },
  };
}

/**
 * Makes an upstream that starts now wait until this connection ends, and refuses while one is connected. Answers whether
 * the database has no tables.
 */
async function takeDatabase(client: pg.Client): Promise<boolean> {
  await takeInTurn(async () => {
    const { rows } = await client.query<{ is_taken: boolean }>('select pg_try_advisory_lock($1) as is_taken', [
      migrationLock,
    ]);
    return rows[0]?.is_taken || undefined;
  });
  const { rows } = await client.query<{ users: number; tables: number }>(
    `select (select count(*)::int from pg_stat_activity
             where datname = current_database() and application_name = 'dotcode') as users,
            (select count(*)::int from pg_tables where schemaname = current_schema()) as tables`,
  );
  if (rows[0]?.users !== 0)
    throw new Error('The database is in use. Stop the service first: what it writes meanwhile would be lost.');
  return rows[0].tables === 0;
}

/** Tables that the backup does not know, of a newer version, would stand in the way of pg_restore's own --clean. */
const dropTables = `do $$ declare name text; begin
  for name in select quote_ident(tablename) from pg_tables where schemaname = current_schema() loop
    execute 'drop table if exists ' || name || ' cascade';
  end loop;
end $$`;

/** In one transaction: all of the file, or nothing. */
async function restoreInto(clients: Clients, url: string, file: string): Promise<void> {
  const dump = clients.start('pg_restore', [
    '--no-owner',
    '--no-privileges',
    '--clean',
    '--if-exists',
    '--file=-',
    file,
  ]);
  const quietly = ['--no-psqlrc', '--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1'];
  const args = [...quietly, '--single-transaction', `--command=${dropTables}`, '--file=-'];
  await Promise.all([dump.done, clients.run('psql', args, url, dump.output)]);
}

async function requireDotCode(clients: Clients, file: string): Promise<void> {
  const list = clients.start('pg_restore', ['--list', file]);
  const [tables] = await Promise.all([text(list.output), list.done]).catch((error: unknown) => {
    throw new Error(`${file} cannot be used as a backup: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!['migrations', 'users'].every((table) => new RegExp(` TABLE \\S+ ${table} `).test(tables)))
    throw new Error(`${file} cannot be used as a backup: it holds no tables of DotCode.`);
}

async function writableServer(databaseUrl: string): Promise<string> {
  const servers = new Servers(serversOf(databaseUrl));
  if (servers.count > 1 && !(await servers.find())) throw new Error('No server of DATABASE_URL takes writes.');
  return servers.current;
}
