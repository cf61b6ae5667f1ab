import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';

const ownMain = fileURLToPath(new URL('../../server/main.mjs', import.meta.url));

export interface Product {
  child: ChildProcess;
  pid: number;
  /** What it has written so far. */
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the first entry of the log, or the first line, that fits. */
  line: (fits: (line: string) => boolean) => Promise<string>;
  exited: Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
  /** SIGTERM; its folder stays until `end`. */
  stop: () => Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
  end: () => Promise<void>;
}

/** Runs `server/main.mjs` as people do, with ports of its own and a database in a folder that is removed afterwards. */
export function startProduct(env: Record<string, string> = {}, args: string[] = [], main = ownMain): Product {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-run-'));
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      UPSTREAM_PORT: '0',
      DATABASE_URL: `sqlite:${join(folder, 'dotcode.db')}`,
      DEMO: 'off',
      LOG_LEVEL: 'debug',
      ...env,
    },
  });
  let stdout = '';
  let stderr = '';
  const changed = new EventTarget();
  const tell = () => changed.dispatchEvent(new Event('change'));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    tell();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    tell();
  });
  const exited = once(child, 'close').then(([status, signal]) => {
    tell();
    return { status, signal };
  });
  const line = async (fits: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const found = `${stdout}\n${stderr}`.split('\n').find(fits);
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${stdout}\n${stderr}`);
      await once(changed, 'change');
    }
  };
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    line,
    exited,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Its address, once everything is up. */
export async function readyUrl(product: Product): Promise<string> {
  const line = await product.line((text) => text.startsWith('{') && text.endsWith('"msg":"DotCode is ready"}'));
  return (JSON.parse(line) as { url: string }).url.replace('localhost', '127.0.0.1');
}

/** The process id of the embedded upstream that listens, the newest when there were several. */
export function lastUpstreamPid(product: Product): number | undefined {
  const line = product
    .stdout()
    .split('\n')
    .findLast((text) => text.includes('the embedded upstream listens') && text.endsWith('}'));
  return (JSON.parse(line ?? '{}') as { upstreamPid?: number }).upstreamPid;
}

/** Waits until it is known: a signal to the process 0 would reach everything that the tests run in. */
export async function upstreamPid(product: Product): Promise<number> {
  await eventually(() => lastUpstreamPid(product) !== undefined);
  const pid = lastUpstreamPid(product);
  if (!pid) throw new Error('the embedded upstream has no process');
  return pid;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Asks again and again until the answer is as wanted. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('this did not become true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
