import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { reasonOf } from '#platform/log/reason.ts';
import type { Connection } from './connection.ts';
import { migrationsFor } from './migrations.ts';
import { guardRole } from './postgres/role-guards.ts';

/** An advisory lock of PostgreSQL: an arbitrary number, the same in every instance. */
const roleLock = 7_777_001;

/** Runs the pending migrations, all or none. Instances that start together take turns. */
export function migrate({ engine, withoutQueryLimit }: Connection): Promise<void> {
  return withoutQueryLimit(async (db) => {
    const provider = { getMigrations: async () => migrationsFor(engine) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined)
      throw new Error(`The database cannot be brought to this version, or is of a newer one: ${reasonOf(error)}.`, {
        cause: error,
      });
  });
}

/**
 * Makes sure that the role's statements have time limits. PostgreSQL reads them when a connection begins, so the
 * connections made so far are renewed. Returns false where the role may not change its own settings.
 */
export async function guardStatements({ db, engine, renew }: Connection): Promise<boolean> {
  if (engine !== 'postgres') return true;
  const guarded = await db.transaction().execute(async (trx) => {
    // Two instances that change the same role at once fail.
    await sql`select pg_advisory_xact_lock(${sql.lit(roleLock)})`.execute(trx);
    return guardRole(trx);
  });
  renew();
  return guarded;
}
