import { type Load, runLoad, type Sample } from './load.ts';
import { median, range, table } from './numbers.ts';
import type { Size } from './part.ts';
import { type Core, cpuMicroseconds, firstLine, runProgram, type Started } from './processes.ts';

/** A program to compare. Where it is not installed, `skipped` gives the reason. */
export interface Peer {
  name: string;
  start(): Promise<Started>;
  /** Requested in place of the comparison's path. */
  path?: string;
}

export interface Row {
  name: string;
  /** Against the first peer, within each round. */
  ratios: number[];
  samples: Sample[];
  /** Processor time of the peer per request, in microseconds; steadier than rates on a busy machine. */
  cpu: number[];
}

export async function measure(load: Load, core: Core = 'load'): Promise<Sample> {
  const script = new URL('load.ts', import.meta.url).pathname;
  const child = runProgram(process.execPath, [script, JSON.stringify(load)], { core });
  return JSON.parse(await firstLine(child)) as Sample;
}

/** At the small size, which says nothing about speed, the load needs no process of its own, and each path is asked once. */
export function measureAt({ isSmall }: Pick<Size, 'isSmall'>, load: Load, core?: Core): Promise<Sample> {
  return isSmall ? runLoad({ ...load, isOnce: true }) : measure(load, core);
}

/** Warm-up requests; few at the small size, because the first answers of a program are its slowest. */
export function connectionsAt({ isSmall }: Size, wanted: number): number {
  return isSmall ? Math.min(wanted, 4) : wanted;
}

/** V8 compiles the hot path of a large program after some ten thousand requests, which take a busy machine long. */
const warmUpRequests = 20_000;
/** Of a program that answers slowly, whose figures are not about compiled code. */
const mostWarmUps = 10;

/** Measures every peer in every round, in rotating order, so that other load on the machine affects all alike. */
export async function compare(
  peers: readonly Peer[],
  size: Size,
  load: Omit<Load, 'port' | 'milliseconds'>,
  core: Core = 'load',
): Promise<Row[]> {
  const { rounds, milliseconds, isSmall } = size;
  const rows: Row[] = peers.map(({ name }) => ({ name, ratios: [], samples: [], cpu: [] }));
  const started: Started[] = [];
  const connections = connectionsAt(size, load.connections);
  const sample = ({ path }: Peer, port: number, ms = milliseconds): Promise<Sample> =>
    measureAt(size, { ...load, connections, port, milliseconds: ms, ...(path && { paths: [path] }) }, core);
  try {
    for (const peer of peers) {
      const running = await peer.start();
      started.push(running);
      // Warm-up, not recorded: V8 has not compiled the peer's hot path yet.
      for (let i = 0, answered = 0; !isSmall && i < mostWarmUps && answered < warmUpRequests; i += 1) {
        answered += (await sample(peer, running.port)).total;
      }
    }
    for (let round = 0; round < rounds; round += 1) {
      for (let i = 0; i < peers.length; i += 1) {
        const at = (i + round) % peers.length;
        const [peer, running, row] = [peers[at], started[at], rows[at]];
        if (peer === undefined || running === undefined || row === undefined) continue;
        const before = cpuMicroseconds(running.pid);
        const found = await sample(peer, running.port);
        row.cpu.push((cpuMicroseconds(running.pid) - before) / found.total);
        row.samples.push(found);
      }
      const base = rows[0]?.samples[round]?.perSecond ?? Number.NaN;
      for (const row of rows) row.ratios.push((row.samples[round]?.perSecond ?? Number.NaN) / base);
    }
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
  return rows;
}

/**
 * The rows as a table; `base` names what the ratios are against. By CPU: how many requests each answers for the processor
 * time that the base needs for one, which holds on a busy machine, too, and where the load is the slower side.
 */
export function comparisonTable(rows: readonly Row[], base: string): string {
  return table(
    ['Peer', `× ${base}, median`, 'range', '× by CPU', 'requests/s', 'CPU µs each', 'p50 ms', 'p99 ms', 'failed'],
    rows.map(({ name, ratios, samples, cpu }) => [
      name,
      median(ratios).toFixed(2),
      range(ratios),
      median(cpuRatioOf(rows, name, rows[0]?.name ?? '')).toFixed(2),
      median(samples.map(({ perSecond }) => perSecond)),
      Math.round(median(cpu)),
      median(samples.map(({ p50 }) => p50)).toFixed(2),
      median(samples.map(({ p99 }) => p99)).toFixed(2),
      samples.reduce((sum, { failed }) => sum + failed, 0),
    ]),
  );
}

/** Ratios by CPU, for each round: requests that the peer answers in the processor time that the other needs for one. */
export function cpuRatioOf(rows: readonly Row[], name: string, toName: string): number[] {
  const [row, base] = [name, toName].map((wanted) => rows.find((each) => each.name === wanted));
  return (row?.cpu ?? []).map((each, round) => (base?.cpu[round] ?? Number.NaN) / each);
}
