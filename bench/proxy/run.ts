import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Something to measure: a program that is told the upstream's port and says its own. */
export interface Peer {
  name: string;
  start(upstreamPort: number): Promise<Started>;
}

export interface Started {
  port: number;
  pid: number;
  stop(): void;
}

export interface Sample {
  /** All answers, those of the warm-up too. */
  total: number;
  perSecond: number;
  failed: number;
  p50: number;
  p99: number;
}

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs one of our scripts and waits for the port that it prints first. */
export async function startScript(name: string, ...args: (string | number)[]): Promise<Started> {
  const child = spawn(process.execPath, [script(name), ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { port: Number(await firstLine(child)), pid: child.pid ?? 0, stop: () => void child.kill() };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no standard output');
  const [chunk] = (await once(stdout, 'data')) as [Buffer];
  return chunk.toString().split('\n')[0] ?? '';
}

export async function measure(port: number, connections: number, milliseconds: number): Promise<Sample> {
  const child = spawn(process.execPath, [script('load.ts'), String(port), String(connections), String(milliseconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await firstLine(child)) as Sample;
}

export const peers: Peer[] = [
  { name: 'raw node:http', start: (port) => startScript('peer-raw.ts', port) },
  { name: 'gateway, general lane', start: (port) => startScript('peer-gateway.ts', port, 'general') },
  { name: 'gateway, fast lane', start: (port) => startScript('peer-gateway.ts', port, 'fast') },
  { name: 'express + http-proxy-middleware', start: (port) => startScript('peer-express.ts', port) },
];

export interface Row {
  name: string;
  /** Against the first peer, within each round. */
  ratios: number[];
  samples: Sample[];
  /** Processor time of the peer per request, in microseconds; steadier than rates on a busy machine. */
  cpu: number[];
}

/** Interleaved: every round measures every peer, in turning order, so that the machine's moods hit all alike. */
export async function compare(rounds: number, connections: number, milliseconds: number): Promise<Row[]> {
  const upstream = await startScript('upstream.ts');
  const started = await Promise.all(peers.map(async (peer) => ({ peer, ...(await peer.start(upstream.port)) })));
  const rows: Row[] = peers.map(({ name }) => ({ name, ratios: [], samples: [], cpu: [] }));
  try {
    for (let round = 0; round < rounds; round += 1) {
      const found = new Map<number, Sample>();
      for (let i = 0; i < started.length; i += 1) {
        const at = (i + round) % started.length;
        const { port = 0, pid = 0 } = started[at] ?? {};
        const before = cpuMicroseconds(pid);
        const sample = await measure(port, connections, milliseconds);
        rows[at]?.cpu.push((cpuMicroseconds(pid) - before) / sample.total);
        found.set(at, sample);
      }
      const base = found.get(0)?.perSecond ?? Number.NaN;
      rows.forEach((row, at) => {
        const sample = found.get(at);
        if (sample === undefined) return;
        row.samples.push(sample);
        row.ratios.push(sample.perSecond / base);
      });
    }
  } finally {
    for (const { stop } of started) stop();
    upstream.stop();
  }
  return rows;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** User and system time of a process so far; Linux only, elsewhere not a number. */
function cpuMicroseconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

function table(rows: Row[]): string {
  const lines = rows.map(({ name, ratios, samples, cpu }) => {
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    const rate = Math.round(median(samples.map(({ perSecond }) => perSecond)));
    const failed = samples.reduce((sum, sample) => sum + sample.failed, 0);
    const p99 = median(samples.map((sample) => sample.p99)).toFixed(1);
    return `| ${name} | ${median(ratios).toFixed(2)} | ${range} | ${rate} | ${Math.round(median(cpu))} | ${p99} | ${failed} |`;
  });
  return [
    '| Peer | × raw, median | range | requests/s | CPU µs each | p99 ms | failed |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

if (import.meta.main) {
  const [rounds = 5, connections = 64, milliseconds = 3000] = process.argv.slice(2).map(Number);
  process.stdout.write(`${table(await compare(rounds, connections, milliseconds))}\n`);
}
