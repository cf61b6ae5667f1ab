import { type Dialect, PostgresDialect, sql } from 'kysely';
import { reasonOf } from '#platform/log/reason.ts';
import type { Connection, ConnectOptions, Db } from '../connection.ts';
import { isReadOnlyFault } from '../storage-fault.ts';
import { NoAnswer, type WaitLimits } from './bounded-client.ts';
import { asksToWrite, canWriteSql, Servers, serversOf } from './servers.ts';
import { WritablePool } from './writable-pool.ts';

type CreateDb = (dialect: Dialect, onError?: (error: unknown) => void) => Db;

/** Of several servers the first that takes writes is used, and another one as soon as that one stops taking them. */
export async function connectPostgres(
  url: string,
  { poolSize, onTrouble, limits }: Required<Omit<ConnectOptions, 'onStatement'>>,
  createDb: CreateDb,
): Promise<Connection> {
  const servers = new Servers(serversOf(url), (one) => asksToWrite(one, limits.askMs));
  const poolOf = (size: number, waits: WaitLimits) => new WritablePool(servers, size, waits, onTrouble);
  const pool = poolOf(poolSize, limits);
  try {
    if (servers.count > 1 && !(await servers.find()))
      throw new Error('none of its servers takes writes (each is away, a standby, or read-only)');
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new Error(`The PostgreSQL server of DATABASE_URL does not answer: ${reasonOf(error)}.`);
  }
  const leave = () => void pool.leaveServer();
  const db = createDb(new PostgresDialect({ pool }), (error) => {
    if (error instanceof NoAnswer) onTrouble(error);
    if (isReadOnlyFault(error) || error instanceof NoAnswer) leave();
  });
  // Apart from the pool, which may be full.
  const watchLimits = { queryMs: limits.askMs, acquireMs: limits.askMs, connectMs: limits.askMs, askMs: limits.askMs };
  const watchPool = poolOf(1, watchLimits);
  const watchDb = createDb(new PostgresDialect({ pool: watchPool }));
  return {
    engine: 'postgres',
    db,
    watchDb,
    async canWrite() {
      const { rows } = await sql<{ writable: boolean }>`${sql.raw(canWriteSql)}`.execute(watchDb);
      const writable = rows[0]?.writable === true;
      if (!writable) leave();
      return writable;
    },
    async bytes() {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
        watchDb,
      );
      return rows[0]?.bytes ?? 0;
    },
    renew: () => servers.forget(),
    poolUse: () => pool.use,
    async withoutQueryLimit(work) {
      const patient = createDb(new PostgresDialect({ pool: poolOf(2, { ...limits, queryMs: 0 }) }));
      try {
        return await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    async close() {
      await Promise.all([db.destroy(), watchDb.destroy()]);
      // Kysely ends the pool of a database only once a statement has run on it.
      await Promise.all([pool.end(), watchPool.end()]);
    },
  };
}
