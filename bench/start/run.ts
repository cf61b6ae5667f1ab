import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part, Size } from '#bench/harness/part.ts';
import { residentMegabytes, withFolder } from '#bench/harness/processes.ts';
import { stablePort } from '#server/embedded-upstream.ts';

const budgets = { startMs: 500, restMegabytes: 180 };
/** After it, the memory that the start used has been returned (platform/release-memory.ts). */
const restMs = 2000;
const longestStartMs = 60_000;

const figures = {
  page: '`/` answers, ms',
  api: '`/api/health` answers, ms',
  rest: 'RSS at rest, MB',
} as const;
type Figure = keyof typeof figures;

export const startPart: Part = {
  name: 'start',
  title: 'Start and memory: what `npm start` runs, with a build and a database that are there',
  run: (size) =>
    withFolder(async (folder) => {
      const starts: Record<Figure, number>[] = [];
      // The first start fills the database with the sample network, and the cache of compiled code.
      for (let round = size.isSmall ? 0 : -1; round < size.rounds; round += 1) {
        const start = await measureStart(folder, size);
        if (round >= 0) starts.push(start);
      }
      const all = (figure: Figure) => starts.map((start) => start[figure]);
      const rows = (Object.keys(figures) as Figure[]).map((figure) => [
        figures[figure],
        Math.round(median(all(figure))),
        range(all(figure), 0),
      ]);
      const [startMs, rest] = [median(all('page')), median(all('rest'))];
      return [
        table(['Figure', 'median', 'range'], rows),
        'RSS is of the gateway and the upstream together, two seconds after the start.',
        [
          verdict(
            `to the first 200: ${Math.round(startMs)} ms, wanted ≤ ${budgets.startMs}`,
            startMs <= budgets.startMs,
          ),
          verdict(
            `memory at rest: ${Math.round(rest)} MB, wanted ≤ ${budgets.restMegabytes}`,
            rest <= budgets.restMegabytes,
          ),
        ].join('\n'),
      ].join('\n\n');
    }),
};

async function measureStart(folder: string, size: Size): Promise<Record<Figure, number>> {
  const [port, upstreamPort] = [await stablePort(), await stablePort()];
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['scripts/run-pinned.mjs', 'start', 'server/main.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{ PORT: String(port), UPSTREAM_PORT: String(upstreamPort), UPSTREAM_URL: '' },
      ...{ DATABASE_URL: `sqlite:${join(folder, 'start.db')}`, DEMO: 'on', LOG_LEVEL: 'error' },
    },
  });
  const exited = once(child, 'exit');
  try {
    const origin = `http://127.0.0.1:${port}`;
    const page = await firstAnswer(`${origin}/`, startedAt, child);
    const api = await firstAnswer(`${origin}/api/health`, startedAt, child);
    await new Promise((resolve) => setTimeout(resolve, size.isSmall ? 0 : restMs));
    return { page, api, rest: residentMegabytes(child.pid ?? 0) };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** Milliseconds until the address answers 200. Fails when the program ends or takes longer than a minute. */
async function firstAnswer(url: string, startedAt: number, child: ChildProcess): Promise<number> {
  while (child.exitCode === null && performance.now() - startedAt < longestStartMs) {
    const answer = await fetch(url, { headers: { accept: 'text/html,*/*' } }).catch(() => undefined);
    if (answer?.status === 200) return performance.now() - startedAt;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${url} did not answer (exit status ${child.exitCode}).`);
}
