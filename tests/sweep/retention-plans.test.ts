import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';
import { retentions } from '#upstream/background.ts';
import { deleteStatement, type Retention } from '#upstream/jobs/retention.ts';

const rows = Number(process.env.ROWS ?? 1_000_000);
const year = 365 * day;

await describeOnBothDatabases('deletions of old rows', (engine) => {
  let database: StoreDatabase;
  beforeAll(async () => {
    database = await openStoreDatabase(engine);
    if (engine === 'sqlite') await sql`pragma foreign_keys = off`.execute(database.db);
  });
  afterAll(() => database.close());

  /** Fills the table with rows whose times are spread over the last four years and the next one. */
  async function fill({ table, age }: Retention, now: number): Promise<void> {
    const { db } = database;
    const found = (await db.introspection.getTables()).find(({ name }) => name === table);
    const isAge = (name: string) => age.compile(db).sql.includes(name);
    const columns = (found?.columns ?? []).filter((one) => isAge(one.name) || !(one.isNullable || one.hasDefaultValue));
    const made = (type: string) => {
      if (/text|char/i.test(type)) return sql`'x' || n`;
      if (/^(int4|integer)$/i.test(type)) return sql`1`;
      return sql`cast(${sql.lit(now - 4 * year)} as bigint) + cast(n as bigint) * ${sql.lit(Math.ceil((5 * year) / rows))}`;
    };
    const values = sql.join(columns.map(({ dataType }) => made(dataType)));
    const names = sql.join(columns.map(({ name }) => sql.ref(name)));
    const numbers =
      engine === 'postgres'
        ? sql`generate_series(1, ${sql.lit(rows)}) as n`
        : sql`(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(rows)}) select n from s)`;
    if (engine === 'postgres') await sql`alter table ${sql.table(table)} disable trigger all`.execute(db);
    await database.withoutQueryLimit((own) =>
      sql`insert into ${sql.table(table)} (${names}) select ${values} from ${numbers}`.execute(own),
    );
    await sql`analyze ${sql.table(table)}`.execute(db);
  }

  it.each(retentions.map((retention) => [retention.name, retention] as const))(
    'find the %s among a million by their index',
    { timeout: 600_000 },
    async (_, retention) => {
      const now = Date.now();
      await fill(retention, now);
      const explain = engine === 'postgres' ? sql`explain (costs off)` : sql`explain query plan`;
      const statement = sql`${explain} ${deleteStatement(retention, now)}`;
      const { rows: lines } = await statement.execute(database.db);
      const plan = (lines as Record<string, unknown>[]).map((row) => row['QUERY PLAN'] ?? row.detail).join('\n');
      expect(plan).toContain(retention.index);
      expect(plan).not.toMatch(new RegExp(`Seq Scan on ${retention.table}\\b|^SCAN ${retention.table}(?! USING)`, 'm'));
      await sql`delete from ${sql.table(retention.table)}`.execute(database.db).catch(() => undefined);
    },
  );
});
