import pino, { type Logger } from 'pino';

/**
 * One JSON line per entry on standard output, written in the background, flushed at the end. What is logged is named
 * field by field, never a whole request.
 */
export function createLog(level: string): Logger {
  const base = { program: 'gateway', pid: process.pid };
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 1, sync: false }));
}
