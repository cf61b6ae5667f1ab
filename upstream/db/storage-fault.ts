const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** PostgreSQL: connection exceptions; out of disk, memory or connections; server shutting down or starting. */
const postgresFault = /^(08...|53...|57P0[123])$/;
/** node-postgres errors that carry no code. */
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** SQLite: busy (5), I/O error (10), disk full (13), cannot open (14). */
const sqliteFaults = new Set([5, 10, 13, 14]);

/**
 * Whether an error comes from the state of the database (unreachable, full, too busy), which may pass, rather than from
 * a bug.
 */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && sqliteFaults.has(Number(error.errcode) % 256)) return true;
  if (error instanceof AggregateError && error.errors.some(isStorageFault)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return connectionLost.has(code) || postgresFault.test(code) || lostWords.test(error.message);
}
