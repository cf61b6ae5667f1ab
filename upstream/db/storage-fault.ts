const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** PostgreSQL: connection exceptions, out of disk, memory or connections, and a server that ends or is starting. */
const postgresFault = /^(08...|53...|57P0[123])$/;
/** What node-postgres says without any code. */
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** SQLite: busy for too long, an input or output error, a full disk, a file that cannot be opened. */
const sqliteFaults = new Set([5, 10, 13, 14]);

/** Whether a failure is the database's state rather than our mistake: away, full, or too busy. It may pass by itself. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && sqliteFaults.has(Number(error.errcode) % 256)) return true;
  if (error instanceof AggregateError && error.errors.some(isStorageFault)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return connectionLost.has(code) || postgresFault.test(code) || lostWords.test(error.message);
}
