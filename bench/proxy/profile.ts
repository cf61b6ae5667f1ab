import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from '#bench/harness/compare.ts';
import { table } from '#bench/harness/numbers.ts';
import type { Size } from '#bench/harness/part.ts';
import { firstLine, runProgram } from '#bench/harness/processes.ts';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const shown = 14;
const transports = [
  ['default', 'the default, http-proxy-middleware'],
  ['fast', 'FAST_LANE=on, undici'],
] as const;

/** Where the gateway's time goes under the same load: the functions of each transport by their own time. */
export async function profiles(upstreamPort: number, folder: string, size: Size): Promise<string> {
  const sections: string[] = [];
  for (const [transport, title] of size.isSmall ? transports.slice(1) : transports) {
    const rows = await profile(transport, upstreamPort, folder, size);
    sections.push(`CPU profile, ${title}\n\n${table(['Function', 'Where', 'own time'], rows)}`);
  }
  return sections.join('\n\n');
}

async function profile(transport: string, upstreamPort: number, folder: string, size: Size): Promise<string[][]> {
  const own = join(folder, `profile-${transport}`);
  const child = runProgram(
    process.execPath,
    ['--cpu-prof', `--cpu-prof-dir=${own}`, 'bench/proxy/peer-gateway.ts', String(upstreamPort), transport],
    { core: 'measured' },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const port = Number(await firstLine(child));
  const paths = ['/api/user/feed?page=1&limit=10'];
  await measure({ port, connections: 64, milliseconds: size.milliseconds * 3, paths });
  child.kill('SIGINT');
  await exited;
  const file = readdirSync(own).find((name) => name.endsWith('.cpuprofile')) ?? '';
  return topRows(JSON.parse(readFileSync(join(own, file), 'utf8')) as Profile);
}

function topRows({ nodes, samples, timeDeltas }: Profile): string[][] {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const times = new Map<string, number>();
  let busy = 0;
  // The first half is starting and compiling.
  samples.forEach((id, i) => {
    if (i < samples.length / 2) return;
    const frame = byId.get(id);
    if (frame === undefined || ['(idle)', '(root)'].includes(frame.functionName)) return;
    const time = timeDeltas[i] ?? 0;
    busy += time;
    const key = `${frame.functionName || '(anonymous)'}|${place(frame.url, frame.lineNumber)}`;
    times.set(key, (times.get(key) ?? 0) + time);
  });
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([key, time]) => [...key.split('|'), `${((time / busy) * 100).toFixed(1)} %`]);
}

/** A function's file from the package on, never the folders of this machine. */
function place(url: string, line: number): string {
  if (url === '') return 'native';
  const path = url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/(server|bench|shared)\//, '$1/');
  return `${path}:${line + 1}`;
}
