import { type DestinationStream, pino } from 'pino';
import type { LogFormat } from './log-format.ts';

/** Each write to standard output costs a system call and a turn of the thread pool: lines are gathered for it. */
const gatheredBytes = 8 * 1024;
const longestDelayMs = 100;

/** Standard output: JSON lines written in the background and flushed at exit, or lines for a person. */
export async function logDestination(format: LogFormat): Promise<DestinationStream> {
  if (format === 'json')
    return pino.destination({ dest: 1, sync: false, minLength: gatheredBytes, periodicFlush: longestDelayMs });
  const { describeEntry } = await import('./describe-entry.ts');
  return { write: (line: string) => void process.stdout.write(`${describeEntry(JSON.parse(line))}\n`) };
}
