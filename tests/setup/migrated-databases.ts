import type { TestProject } from 'vitest/node';
import { createTestDatabase, migrateTestDatabase, postgresAnswers } from '#tests/support/test-database.ts';
import type { Engine } from '#upstream/db/connection.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The databases that tests of each database run on, in this project. */
    engines: readonly Engine[];
    /** Their addresses. PostgreSQL's is missing where no server answers. */
    migratedDatabases: Partial<Record<Engine, string>>;
  }
}

/** A migrated database of each engine, which tests copy: making its tables takes longer than most tests. */
// biome-ignore lint/style/noDefaultExport: Vitest wants a global setup to be one.
export default async function prepareDatabases({ provide }: TestProject): Promise<() => Promise<void>> {
  const engines: Engine[] = (await postgresAnswers()) ? ['sqlite', 'postgres'] : ['sqlite'];
  const databases = await Promise.all(engines.map((engine) => createTestDatabase(engine)));
  await Promise.all(databases.map(({ url }) => migrateTestDatabase(url)));
  provide('migratedDatabases', Object.fromEntries(databases.map(({ engine, url }) => [engine, url])));
  return async () => {
    await Promise.all(databases.map((database) => database.drop()));
  };
}
