import { sql } from 'kysely';
import type { Db, Engine, Trx } from './connection.ts';
import type { Migration, Step, SteppedMigration } from './migration.ts';
import { newerThan } from './newer-migrations.ts';
import { transactInTurn } from './postgres/migration-lock.ts';

/**
 * Runs the next step that the database lacks, with the note that it is done, in one transaction; the migrations from
 * before there were steps run in one transaction together. Returns the migrations that are complete now, and undefined
 * when no step is left. Throws when a newer version has removed something that this program needs.
 */
export function takeStep(
  db: Db,
  engine: Engine,
  wanted: readonly Migration[],
  lockMs: number,
): Promise<readonly string[] | undefined> {
  const take = (trx: Trx) => takeNext(wanted, { db, trx, engine });
  if (engine === 'sqlite') return db.transaction().execute(take);
  return transactInTurn(db, async (trx) => {
    await setLimits(trx, lockMs);
    return take(trx);
  });
}

interface Place {
  db: Db;
  trx: Trx;
  engine: Engine;
}

async function takeNext(wanted: readonly Migration[], place: Place): Promise<readonly string[] | undefined> {
  const { trx, engine } = place;
  await createNotes(trx);
  const pending = await pendingMigrations(trx, wanted);
  const whole = pending.filter((migration) => 'up' in migration);
  for (const { name, up } of whole) {
    await up(trx, engine);
    await noteComplete(trx, name);
  }
  if (whole.length > 0) return whole.map(({ name }) => name);
  const [next] = pending.filter((migration) => 'steps' in migration);
  return next && (await takeStepOf(next, place));
}

async function takeStepOf({ name, steps }: SteppedMigration, place: Place): Promise<readonly string[]> {
  const { trx } = place;
  const notes = await trx.selectFrom('migration_steps').selectAll().where('migration', '=', name).execute();
  const left = steps.filter((step) => !notes.some((note) => note.step === step.name && note.is_done === 1));
  const [step] = left;
  const after = notes.find((note) => note.step === step?.name)?.cursor ?? '';
  const cursor = step && (await run(step, place, after));
  if (step && (left.length > 1 || cursor !== undefined)) {
    const note = { cursor: cursor ?? '', is_done: cursor === undefined ? 1 : 0 };
    await trx
      .insertInto('migration_steps')
      .values({ migration: name, step: step.name, ...note })
      .onConflict((conflict) => conflict.columns(['migration', 'step']).doUpdateSet(note))
      .execute();
    return [];
  }
  await trx.deleteFrom('migration_steps').where('migration', '=', name).execute();
  await noteComplete(trx, name);
  return [name];
}

async function noteComplete(trx: Trx, name: string): Promise<void> {
  await trx.insertInto('migrations').values({ name, applied_at: Date.now() }).execute();
}

async function setLimits(trx: Trx, lockMs: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = ${sql.lit(`${lockMs}ms`)}`.execute(trx);
}

async function createNotes(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  await trx.schema
    .createTable('migration_steps')
    .ifNotExists()
    .addColumn('migration', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('cursor', 'text', (column) => column.notNull())
    .addColumn('is_done', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('migration_steps_pk', ['migration', 'step'])
    .execute();
}

async function pendingMigrations(trx: Trx, wanted: readonly Migration[]): Promise<Migration[]> {
  const applied = new Set((await trx.selectFrom('migrations').select('name').execute()).map((row) => row.name));
  const { refused } = newerThan(wanted, applied);
  if (refused.length > 0)
    throw new Error(
      `The database is newer than this program (it knows ${refused.join(', ')}): start a newer version, or restore an older database.`,
    );
  return wanted.filter((migration) => !applied.has(migration.name));
}

/** Returns how far a step that fills has come, and undefined for one that is done. */
async function run(step: Step, { db, trx, engine }: Place, after: string): Promise<string | undefined> {
  if ('fill' in step) return step.fill(trx, engine, after);
  if ('run' in step) await step.run(trx, engine);
  else {
    const kind = sql.raw(step.isUnique ? 'unique index' : 'index');
    const rest = sql.raw(step.index);
    if (engine === 'postgres') {
      // A statement with parameters, as the last one was, keeps its snapshot until the next statement.
      await sql`select 1`.execute(trx);
      await buildIndex(db, step.name, sql`create ${kind} concurrently ${sql.ref(step.name)} ${rest}`);
    } else await sql`create ${kind} if not exists ${sql.ref(step.name)} ${rest}`.execute(trx);
  }
  return undefined;
}

/**
 * On a second connection, because PostgreSQL builds no index concurrently within a transaction. It waits for long reads
 * without a bound: nobody waits behind it.
 */
async function buildIndex(db: Db, name: string, create: ReturnType<typeof sql>): Promise<void> {
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own);
    try {
      const { rows } = await sql<{ indisvalid: boolean }>`
        select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(own);
      if (rows[0]?.indisvalid === true) return;
      // An interrupted build leaves an index that is written and never read.
      if (rows[0] !== undefined) await sql`drop index concurrently ${sql.ref(name)}`.execute(own);
      await create.execute(own);
    } finally {
      // Behind PgBouncer the connection serves others afterwards.
      await sql`reset statement_timeout`.execute(own);
    }
  });
}
