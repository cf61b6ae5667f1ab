import pino, { type Logger } from 'pino';

/** One JSON line per entry on standard output; what is logged is named field by field, never a whole request. */
export function createLog(level: string): Logger {
  return pino({ level, base: { program: 'gateway', pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime });
}
