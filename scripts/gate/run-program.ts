import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A suite or check that takes longer hangs, and is ended. */
export const limitMs = 30 * 60_000;

const running = new Set<ChildProcess>();
process.once('SIGTERM', () => process.exit(143));
process.once('exit', () => running.forEach((child) => void child.kill()));

export interface Ended {
  status: number | NodeJS.Signals;
  output: string;
  seconds: number;
}

/** Runs a program of node_modules/.bin, which npm puts into PATH, and ends it with this process. */
export async function runProgram(command: string, args: string[], output: 'inherit' | 'pipe'): Promise<Ended> {
  const startedAt = performance.now();
  // Windows starts .cmd files only through a shell.
  const shell = process.platform === 'win32';
  const child = spawn(command, args, { stdio: ['ignore', output, output], timeout: limitMs, shell });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const status = await once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
    (error: Error) => {
      text += error.message;
      return 1;
    },
  );
  running.delete(child);
  return { status, output: text, seconds: Math.round((performance.now() - startedAt) / 1000) };
}
