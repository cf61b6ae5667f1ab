import { type DestinationStream, pino } from 'pino';
import type { LogFormat } from './log-format.ts';

/** Standard output: JSON lines written in the background and flushed at exit, or lines for a person. */
export async function logDestination(format: LogFormat): Promise<DestinationStream> {
  if (format === 'json') return pino.destination({ dest: 1, sync: false });
  // Loaded only here, because it would take start time and memory from every deployment that logs JSON.
  const [{ default: pretty, isColorSupported }, { describeEntry }] = await Promise.all([
    import('pino-pretty'),
    import('./describe-entry.ts'),
  ]);
  return pretty({
    colorize: isColorSupported,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,program,level',
    hideObject: true,
    customPrettifiers: { time: (time) => `  ${String(time)}` },
    messageFormat: (entry, _messageKey, _levelLabel, { colors }) => describeEntry(entry, colors),
  });
}
