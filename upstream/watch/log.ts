import { type DestinationStream, type Logger, pino } from 'pino';

/** The upstream's log. Errors are reduced to the fields that help a programmer. */
export function createLog(level: string, destination: DestinationStream): Logger {
  const options = {
    level,
    base: { program: 'upstream' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return pino(options, destination);
}

/** Omits PostgreSQL's `detail` and `where`: they quote the row, such as somebody's email address. */
function describeError(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { message: typeof thrown };
  const code = 'code' in thrown ? thrown.code : undefined;
  return { type: thrown.name, code, message: thrown.message, stack: thrown.stack };
}
