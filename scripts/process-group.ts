// Runs programs so that all they start ends with them: when they end, when they take too long, and on Ctrl-C.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

interface Options {
  /** What it writes goes where ours goes; else it is given back. */
  show: boolean;
  /** So many milliseconds it may take. */
  limit: number;
  /** And so many more to end, once it is asked to. */
  grace?: number;
}

export interface Ended {
  status: number;
  output: string;
  /** It reached its limit and was ended. */
  isLate: boolean;
}

const usualGrace = 5000;
const running = new Set<ChildProcess>();
/** Set by a signal to this process: nothing begins any more. */
let exiting: Promise<never> | undefined;

/** A process group of its own can be ended as a whole: workers in an endless loop do not answer. */
export async function runInGroup(command: string, args: string[], options: Options): Promise<Ended> {
  const { show, limit, grace = usualGrace } = options;
  await exiting;
  const out = show ? 'inherit' : 'pipe';
  const child = spawn(command, args, { stdio: ['ignore', out, out], detached: true });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void endGroup(child, grace);
  }, limit);
  child.once('exit', () => signalGroup(child, 'SIGKILL'));
  const status = await once(child, 'close').then(
    ([code]) => code ?? 1,
    (error: Error) => {
      output += error.message;
      return 1;
    },
  );
  clearTimeout(timer);
  running.delete(child);
  await exiting;
  return { status, output, isLate };
}

/** A group of its own does not hear of Ctrl-C: whoever runs one tells it. */
export function endGroupsOnSignals(): void {
  // Without a terminal none can be closed: under nohup a hang-up is to be ignored.
  const hangUp = process.stdin.isTTY ? (['SIGHUP'] as const) : [];
  for (const signal of ['SIGINT', 'SIGTERM', ...hangUp] as const)
    process.on(signal, () => {
      exiting ??= Promise.all([...running].map((child) => endGroup(child, usualGrace))).then(() =>
        process.exit(128 + constants.signals[signal]),
      );
    });
}

async function endGroup(child: ChildProcess, grace: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  const late = setTimeout(() => signalGroup(child, 'SIGKILL'), grace);
  await exited;
  clearTimeout(late);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
