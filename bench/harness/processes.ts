import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '#tests/support/start-product.ts';

/** A started program that listens on a port and is measured. */
export interface Started {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Where a process may run: what is measured on the first core, what drives it on the second. */
export type Core = 'measured' | 'load' | 'any';

const root = fileURLToPath(new URL('../../', import.meta.url));

const canPin = succeeds('taskset', '--version');
// BusyBox and others have a smaller `setpriv` without this option.
const canFollow = succeeds('setpriv', '--pdeathsig', 'TERM', 'true');

/** The command that pins a program to its core and ends it with its parent process, where the system supports that. */
function bound(core: Core, program: string, args: string[]): [string, string[]] {
  const [first = program, ...rest] = [
    ...(canFollow ? ['setpriv', '--pdeathsig', 'TERM'] : []),
    ...(canPin && core !== 'any' ? ['taskset', '--cpu-list', core === 'measured' ? '0' : '1'] : []),
    program,
    ...args,
  ];
  return [first, rest];
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

export interface ProgramOptions {
  core?: Core;
  env?: Record<string, string>;
}

/**
 * Runs a program from the project's root; its standard output can be read. On Linux it gets SIGTERM when this process
 * ends, also by kill -9.
 */
export function runProgram(program: string, args: string[], options: ProgramOptions = {}): ChildProcess {
  const { core = 'any', env = {} } = options;
  return spawn(...bound(core, program, args), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, NODE_ENV: 'production', ...env },
  });
}

/** Runs one of our scripts, named from the project's root, which prints the port it listens on first. */
export async function startScript(path: string, args: (string | number)[], options?: ProgramOptions): Promise<Started> {
  const child = runProgram(process.execPath, [join(root, path), ...args.map(String)], options);
  return started(child, Number(await firstLine(child)));
}

/** Runs a program that is told its port; resolves when that answers. */
export async function startOnPort(
  program: string,
  args: string[],
  port: number,
  options?: ProgramOptions,
): Promise<Started> {
  const child = runProgram(program, args, options);
  child.stdout?.resume();
  const found = started(child, port);
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode} before it listened.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return found;
}

function started(child: ChildProcess, port: number): Started {
  const exited = once(child, 'exit');
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(late);
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  if (!text.includes('\n')) throw new Error(`${child.spawnargs.at(-1)} ended before it said anything.`);
  return text.slice(0, text.indexOf('\n'));
}

/** A process and all that it has started, found in /proc; only itself on other systems. */
export function processTree(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(processTree)];
  } catch {
    return [pid];
  }
}

/** User and system time of a process and its children so far; not a number where /proc does not tell. */
export function cpuMicroseconds(pid: number): number {
  return processTree(pid).reduce((sum, each) => sum + ownCpuMicroseconds(each), 0);
}

function ownCpuMicroseconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of a process and its children, in MB of 10^6 bytes. */
export function residentMegabytes(pid: number): number {
  return processTree(pid).reduce((sum, each) => {
    try {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? Number.NaN;
      return sum + (Number(kilobytes) * 1024) / 1e6;
    } catch {
      return sum;
    }
  }, 0);
}

/** Gives a temporary folder that is removed afterwards. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'dotcode-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
