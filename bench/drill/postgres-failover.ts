import pg from 'pg';
import { startOwnPostgres, startStandbyOf } from '#tests/support/own-servers.ts';
import { eventually } from '#tests/support/start-product.ts';
import type { Drill } from './drill.ts';
import { productUnderLoad, withOwnServer } from './with-product.ts';

export const postgresFailover: Drill = {
  name: 'PostgreSQL: the primary dies, its standby takes over',
  promised:
    'With both servers in DATABASE_URL and synchronous replication, writes work within 10 s of the promotion without a restart; meanwhile calls get 503 `unavailable`; nothing that was acknowledged is lost or doubled.',
  isLong: true,
  run: (size) =>
    withOwnServer(startOwnPostgres, (primary) =>
      withOwnServer(
        () => startStandbyOf(primary),
        async (standby) => {
          await runSql(primary.url, "alter system set synchronous_standby_names = '*'");
          await runSql(primary.url, 'select pg_reload_conf()');
          const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
          return productUnderLoad(size, { DATABASE_URL: url }, () => ({
            rounds: 1,
            healthyWithinMs: 15_000,
            async fault() {
              await primary.kill();
              await runSql(standby.url, 'select pg_promote()');
              await eventually(() => takesWrites(standby.url));
            },
            judge: ({ codes }, promises) => promises.checkCodes(codes, ['unavailable']),
          }));
        },
      ),
    ),
};

async function takesWrites(url: string): Promise<boolean> {
  const rows = await runSql(url, 'select not pg_is_in_recovery() as writable');
  return rows[0]?.writable === true;
}

async function runSql(url: string, text: string): Promise<{ writable?: boolean }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
