import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';

const ownMain = fileURLToPath(new URL('../../upstream/main.mjs', import.meta.url));
export interface UpstreamProcess {
  port: number;
  pid: number;
  /** Standard output and standard error so far. */
  output(): string;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit status. */
  stop(): Promise<number | null>;
}

/** Runs `upstream/main.mjs` as a process; resolves when it listens. */
export async function startUpstreamProcess(env: Record<string, string>, main = ownMain): Promise<UpstreamProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      UPSTREAM_PORT: '0',
      DEMO: 'off',
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'debug',
      MAIL_URL: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = once(child, 'exit');
  const [message] = await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error(`the upstream did not start: ${output}`);
    }),
  ]);
  return {
    port: (message as { port: number }).port,
    pid: child.pid ?? 0,
    output: () => output,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const [status] = await exited;
      return status as number | null;
    },
  };
}
