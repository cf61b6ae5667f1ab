import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { measureAt } from '#bench/harness/compare.ts';
import { table } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { cpuMicroseconds } from '#bench/harness/processes.ts';
import { startGateway } from '#bench/proxy/peers.ts';
import {
  type FilledUpstream,
  type Operation,
  operations,
  startFilledUpstream,
} from '#bench/upstream/filled-upstream.ts';
import { postgresAnswers } from '#tests/support/test-database.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { type CallCost, type CostsByEngine, countedCalls, withCountedParts } from './capacity.ts';

const counted = Object.keys(countedCalls) as (keyof typeof countedCalls & Operation)[];
const people = 20_000;
const scaling = new URL('../../docs/scaling.md', import.meta.url);
const connections = 8;

interface Cost {
  gateway: number[];
  upstream: number[];
  database: number[];
}

export const costPart: Part = {
  name: 'cost',
  title: 'Cost: processor time of one call, in microseconds',
  async run(size) {
    const rows: (string | number)[][] = [];
    for (const engine of (await postgresAnswers()) ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
      const upstream = await startFilledUpstream(engine, size.isSmall ? 100 : people);
      // On any core, because the load of a busy machine goes wherever there is room.
      const gateway = await startGateway(upstream.port, {}, 'any');
      try {
        for (const operation of counted) {
          const cost: Cost = { gateway: [], upstream: [], database: [] };
          // The first round is the warm-up.
          for (let round = size.isSmall ? 0 : -1; round < size.rounds; round += 1) {
            const asked = upstream.calls[operation]();
            const paths = (asked.paths ?? []).map((path) => `/api${path}`);
            if (paths.length === 0) continue;
            const before = await processorTime(upstream, gateway.pid);
            let total = 0;
            // The smallest samples may be over before a busy machine has answered.
            for (let milliseconds = size.milliseconds / 2; total === 0; milliseconds *= 2)
              ({ total } = await measureAt(size, {
                ...asked,
                paths,
                headers: { 'Accept-Encoding': 'identity' },
                port: gateway.port,
                connections,
                milliseconds,
              }));
            const after = await processorTime(upstream, gateway.pid);
            if (round < 0) continue;
            for (const program of ['gateway', 'upstream', 'database'] as const)
              cost[program].push((after[program] - before[program]) / total);
          }
          const micros = (values: number[]) => (values.length === 0 ? '' : Math.round(Math.min(...values)));
          rows.push([
            operations[operation],
            engine,
            micros(cost.gateway),
            micros(cost.upstream),
            engine === 'sqlite' ? 'in the upstream' : micros(cost.database),
          ]);
        }
      } finally {
        await gateway.stop();
        await upstream.stop();
      }
    }
    return [
      table(['Call', 'Database', 'Gateway', 'Upstream', 'PostgreSQL'], rows),
      `The least of the rounds, because other work on the machine only adds; over ${connections} connections, user and system time of each program's processes as Linux counts it, in steps of 10 ms. The gateway runs as it starts by default, its log goes to a pipe. ${people.toLocaleString('en')} people, the databases warm. \`docs/scaling.md\` counts with these figures.`,
    ].join('\n\n');
  },
  publish(section) {
    // Without PostgreSQL a column would be missing.
    if (!section.includes('| postgres |')) return;
    writeFileSync(scaling, withCountedParts(readFileSync(scaling, 'utf8'), costsIn(section)));
  },
};

async function processorTime(
  upstream: FilledUpstream,
  gatewayPid: number,
): Promise<Record<'gateway' | 'upstream' | 'database', number>> {
  const backends = upstream.engine === 'postgres' ? await backendsOf(upstream.databaseUrl) : [];
  return {
    gateway: cpuMicroseconds(gatewayPid),
    upstream: cpuMicroseconds(upstream.pid),
    database: backends.map(cpuMicroseconds).reduce((sum, each) => sum + each, 0),
  };
}

/** The processes of PostgreSQL that serve the upstream's pool, which stays open from call to call. */
async function backendsOf(databaseUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
}

/** The rows of the section that this part wrote. */
export function costsIn(section: string): CostsByEngine {
  const costsOf = (engine: Engine) =>
    Object.fromEntries(
      counted.map((operation) => [operation, rowOf(section, `| ${operations[operation]} | ${engine} |`)]),
    );
  return { sqlite: costsOf('sqlite'), postgres: costsOf('postgres') } as CostsByEngine;
}

function rowOf(section: string, start: string): CallCost {
  const line = section.split('\n').find((each) => each.startsWith(start));
  if (line === undefined) throw new Error(`There is no row ${start}`);
  const [gateway = NaN, upstream = NaN, database = NaN] = line.slice(start.length, -1).split('|').map(Number);
  return { gateway, upstream, database: Number.isNaN(database) ? 0 : database };
}
