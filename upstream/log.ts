import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

/** The program's log: one JSON object per line. Of an error it keeps what helps a programmer. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { program: 'upstream' },
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** PostgreSQL's `detail` and `where` quote the row: somebody's e-mail address, say. */
function describeError(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { message: typeof thrown };
  const code = 'code' in thrown ? thrown.code : undefined;
  return { type: thrown.name, code, message: thrown.message, stack: thrown.stack };
}
