// node bench/model-costs.ts [people]: measures what bench/model.ts counts with, on PostgreSQL: processor time of the
// upstream and of the database for one call, and bytes on disk for each row with its indexes.
import pg from 'pg';
import { measure } from './harness/compare.ts';
import { table } from './harness/numbers.ts';
import { cpuMicroseconds } from './harness/processes.ts';
import { type Operation, operations, startFilledUpstream } from './upstream/filled-upstream.ts';

const people = Number(process.argv[2] ?? 20_000);
const upstream = await startFilledUpstream('postgres', people);
try {
  const client = new pg.Client({ connectionString: upstream.databaseUrl });
  await client.connect();
  const rows: (string | number)[][] = [];
  for (const operation of Object.keys(operations) as Operation[]) {
    const load = {
      headers: { 'Accept-Encoding': 'identity' },
      port: upstream.port,
      connections: 8,
      milliseconds: 1500,
    };
    await measure({ ...upstream.calls[operation](), ...load });
    const before = [cpuMicroseconds(upstream.pid), await databaseCpu()] as const;
    const { total } = await measure({ ...upstream.calls[operation](), ...load });
    const after = [cpuMicroseconds(upstream.pid), await databaseCpu()] as const;
    rows.push([operations[operation], ...after.map((each, i) => Math.round((each - (before[i] ?? 0)) / total))]);
  }
  process.stdout.write(`${table(['Call', 'upstream CPU µs', 'database CPU µs'], rows)}\n\n`);
  await client.query('analyze');
  const sizes = await client.query<{ relname: string; bytes: string; rows: string }>(
    `select relname, pg_total_relation_size(oid)::text as bytes, reltuples::text as rows
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2`,
  );
  const found = sizes.rows
    .filter((each) => Number(each.rows) > 1000)
    .map((each) => [each.relname, Number(each.rows), Math.round(Number(each.bytes) / Number(each.rows))]);
  process.stdout.write(`${table(['Table', 'rows', 'bytes a row, with its indexes'], found)}\n`);
  await client.end();

  async function databaseCpu(): Promise<number> {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return rows.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0);
  }
} finally {
  await upstream.stop();
}
process.exit();
