import { sql } from 'kysely';
import type { Trx } from '../connection.ts';

/** A statement that runs longer than this is cancelled, and a transaction that is left open so long is ended. */
const limit = '10s';

/**
 * Gives the role its time limits in this database, unless somebody has set them for it (`0` is a choice, too). They hold
 * from the next connection on, behind PgBouncer as well, which refuses them as startup parameters. Answers false where
 * the role may not change its own settings.
 */
export async function guardRole(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ setting: string; database: string }>`
    select setting, current_database() as database
    from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as setting
    where not exists (
      select from pg_db_role_setting, unnest(setconfig) as config
      where setrole in (0, (select oid from pg_roles where rolname = current_user))
        and setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and config like setting || '=%')`.execute(trx);
  if (rows.length === 0) return true;
  await sql`savepoint role_guards`.execute(trx);
  try {
    for (const { setting, database } of rows)
      await sql`alter role current_user in database ${sql.id(database)} set ${sql.id(setting)} = ${sql.lit(limit)}`.execute(
        trx,
      );
  } catch {
    await sql`rollback to savepoint role_guards`.execute(trx);
    return false;
  }
  await sql`release savepoint role_guards`.execute(trx);
  return true;
}
