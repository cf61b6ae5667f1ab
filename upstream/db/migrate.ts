import { Migrator } from 'kysely/migration';
import { reasonOf } from '#platform/log/reason.ts';
import type { Connection } from './connection.ts';
import { migrationsFor } from './migrations.ts';

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
