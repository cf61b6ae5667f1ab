import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionsAt, measure } from '#bench/harness/compare.ts';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part, Size } from '#bench/harness/part.ts';
import { findProgram, processTree, residentMegabytes } from '#bench/harness/processes.ts';
import { withFolder } from '#bench/harness/with-folder.ts';
import { stablePort } from '#server/process/stable-port.ts';

const budgets = { startMs: 500, restMegabytes: 180 };
/** After it, the memory that the start used has been returned (platform/release-memory.ts). */
const restMs = 2000;
const longestStartMs = 60_000;

interface Start {
  page: number;
  api: number;
  rest: number;
  load: number;
}

export const startPart: Part = {
  name: 'start',
  title: 'Start and memory: the gateway with its embedded upstream',
  run: (size) =>
    withFolder(async (folder) => {
      const { rounds, isSmall } = size;
      const ways = {
        'npm start': [findProgram('npm') ?? 'npm', 'start'],
        'node server/main.mjs': [process.execPath, 'server/main.mjs'],
      };
      const found = new Map<string, Start[]>(Object.keys(ways).map((name) => [name, []]));
      // The first start fills the database with the sample network, and the cache of compiled code.
      for (let round = isSmall ? 0 : -1; round < rounds; round += 1)
        for (const [name, command] of Object.entries(ways)) {
          const start = await measureStart(command, folder, size);
          if (round >= 0) found.get(name)?.push(start);
        }
      const npm = found.get('npm start') ?? [];
      const startMs = median(npm.map(({ page }) => page));
      const rest = median(npm.map((each) => each.rest));
      return [
        table(
          [
            'Way',
            '`/` answers, ms',
            'range',
            '`/api/health` answers, ms',
            'range',
            'RSS at rest, MB',
            'RSS under load, MB',
          ],
          [...found].map(([name, starts]) => [
            name,
            Math.round(median(starts.map(({ page }) => page))),
            range(
              starts.map(({ page }) => page),
              0,
            ),
            Math.round(median(starts.map(({ api }) => api))),
            range(
              starts.map(({ api }) => api),
              0,
            ),
            Math.round(median(starts.map((each) => each.rest))),
            Math.round(median(starts.map((each) => each.load))),
          ]),
        ),
        'RSS is of the gateway and the upstream together, without npm, two seconds after the start, and right after 64 connections asked for the feed. Times include the programs’ own start, with a database that is there.',
        [
          verdict(
            `\`npm start\` when built, to the first 200: ${Math.round(startMs)} ms, wanted ≤ ${budgets.startMs} ms`,
            startMs <= budgets.startMs,
          ),
          verdict(
            `memory at rest: ${Math.round(rest)} MB, wanted ≤ ${budgets.restMegabytes} MB`,
            rest <= budgets.restMegabytes,
          ),
        ].join('\n'),
      ].join('\n\n');
    }),
};

async function measureStart(command: string[], folder: string, size: Size): Promise<Start> {
  const [port, upstreamPort] = [await stablePort(), await stablePort()];
  const [program = '', ...args] = command;
  const startedAt = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      UPSTREAM_PORT: String(upstreamPort),
      UPSTREAM_URL: '',
      DATABASE_URL: `sqlite:${join(folder, 'start.db')}`,
      DEMO: 'on',
      LOG_LEVEL: 'error',
    },
  });
  const exited = once(child, 'exit');
  try {
    const origin = `http://127.0.0.1:${port}`;
    const page = await firstAnswer(`${origin}/`, startedAt, child);
    const api = await firstAnswer(`${origin}/api/health`, startedAt, child);
    await new Promise((resolve) => setTimeout(resolve, size.isSmall ? 0 : restMs));
    const gateway = gatewayOf(child.pid ?? 0);
    const rest = residentMegabytes(gateway);
    const login = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ emailId: 'demo@example.com', password: 'DotCode#2026' }),
    });
    const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    const headers = { 'Accept-Encoding': 'identity' };
    const { milliseconds } = size;
    const connections = connectionsAt(size, 64);
    await measure({ port, connections, milliseconds, paths: ['/api/user/feed?limit=10'], cookies, headers });
    return { page, api, rest, load: residentMegabytes(gateway) };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** The gateway's own process, without npm, which waits beside it. */
function gatewayOf(pid: number): number {
  return processTree(pid).find((each) => commandOf(each).includes('server/main.mjs')) ?? pid;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Milliseconds until the address answers 200. Fails when the program ends or takes longer than a minute. */
async function firstAnswer(url: string, startedAt: number, child: ChildProcess): Promise<number> {
  while (child.exitCode === null && performance.now() - startedAt < longestStartMs) {
    try {
      if ((await fetch(url, { headers: { accept: 'text/html,*/*' } })).status === 200)
        return performance.now() - startedAt;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${url} did not answer (exit status ${child.exitCode}).`);
}
