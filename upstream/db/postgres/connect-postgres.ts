import { type Dialect, PostgresDialect, sql } from 'kysely';
import { reasonOf } from '#runtime/log/reason.ts';
import type { Connection, ConnectOptions, Db } from '../connection.ts';
import { isReadOnlyFault } from '../storage-fault.ts';
import { canWriteSql, Servers, serversOf } from './servers.ts';
import { WritablePool } from './writable-pool.ts';

type CreateDb = (dialect: Dialect, onError: (error: unknown) => void) => Db;

/** Of several servers the first that takes writes is used, and another one as soon as that one stops taking them. */
export async function connectPostgres(
  url: string,
  { poolSize, onTrouble }: Required<ConnectOptions>,
  createDb: CreateDb,
): Promise<Connection> {
  const servers = new Servers(serversOf(url));
  const pool = new WritablePool(servers, poolSize, onTrouble);
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
    if (isReadOnlyFault(error)) leave();
  });
  return {
    engine: 'postgres',
    db,
    async canWrite() {
      const { rows } = await sql<{ writable: boolean }>`${sql.raw(canWriteSql)}`.execute(db);
      const writable = rows[0]?.writable === true;
      if (!writable) leave();
      return writable;
    },
    async bytes() {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    },
    renew: () => servers.forget(),
    poolUse: () => pool.use,
    close: () => db.destroy(),
  };
}
