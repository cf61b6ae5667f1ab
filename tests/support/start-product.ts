import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The value of NODE_COMPILE_CACHE, as in server/main.mjs: half of the time of a start is compiling modules that were
 * compiled before.
 */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));

const gatewayMain = fileURLToPath(new URL('../../server/main.mjs', import.meta.url));
const upstreamMain = fileURLToPath(new URL('../../upstream/main.mjs', import.meta.url));

export interface Product {
  child: ChildProcess;
  pid: number;
  /** Output so far. */
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the first output line that fits. */
  line: (fits: (line: string) => boolean) => Promise<string>;
  exited: Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
  /** SIGTERM; its folder stays until `end`. */
  stop: () => Promise<{ status: number | null; signal: NodeJS.Signals | null }>;
  end: () => Promise<void>;
}

/** Runs `server/main.mjs` on free ports, with a database in a temporary folder that `end` removes. */
export function startProduct(env: Record<string, string> = {}, args: string[] = [], main = gatewayMain): Product {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-run-'));
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    tell();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
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

/** The address, once gateway and upstream are ready. */
export async function readyUrl(product: Product): Promise<string> {
  const line = await product.line((text) => text.startsWith('{') && text.endsWith('"msg":"DotCode is ready"}'));
  return (JSON.parse(line) as { url: string }).url.replace('localhost', '127.0.0.1');
}

/** Runs `upstream/main.mjs`; resolves when it listens. `end` sends SIGKILL. */
export async function startUpstreamProcess(env: Record<string, string>): Promise<Product & { port: number }> {
  const product = startProduct({ RATE_LIMIT_FACTOR: '1000', MAIL_URL: 'none', ...env }, [], upstreamMain);
  const [message] = await Promise.race([
    once(product.child, 'message'),
    product.exited.then(() => {
      throw new Error(`the upstream did not start: ${product.stdout()}${product.stderr()}`);
    }),
  ]);
  return { ...product, port: (message as { port: number }).port };
}

/** The process id of the embedded upstream; the newest one after restarts. */
export function lastUpstreamPid(product: Product): number | undefined {
  const line = product
    .stdout()
    .split('\n')
    .findLast((text) => text.includes('the embedded upstream listens') && text.endsWith('}'));
  return (JSON.parse(line ?? '{}') as { upstreamPid?: number }).upstreamPid;
}

/** Waits for the process id. A signal to process 0 would reach the whole process group of the tests. */
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

/** Polls until the condition holds; fails after a deadline that only what hangs reaches. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('this did not become true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
