const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);
/**
 * PostgreSQL's codes for: connection exceptions (08), a server that is read-only (25006), a login that it refuses (28),
 * a deadlock's victim (40P01; `transact` has tried again before), no disk, memory or connections left (53), a statement
 * that ran too long or waited too long for a lock (57014, 55P03),
 * a server that ends or starts (57P), its own input or output errors (58).
 */
const postgresFault = /^(08...|25006|28...|40P01|53...|55P03|57014|57P0[1-5]|58...)$/;
/** The messages of node-postgres that have no code. */
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;
/** SQLite: busy for too long, a read-only file, an input or output error, a full disk, a file that cannot be opened. */
const sqliteFaults = new Set([5, 8, 10, 13, 14]);

/** Whether a failure is the database's state rather than our mistake: away, full, read-only or too busy. It may pass. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && sqliteFaults.has(Number(error.errcode) % 256)) return true;
  if (error instanceof AggregateError && error.errors.some(isStorageFault)) return true;
  const code = codeOf(error);
  return connectionLost.has(code) || postgresFault.test(code) || lostWords.test(error.message);
}

/** Whether PostgreSQL gave a transaction up because of another one: a serialization failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** Whether a statement failed because the row that a foreign key points to does not exist, or no longer does. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503' || (error instanceof Error && 'errcode' in error && error.errcode === 787);
}

/** Whether PostgreSQL refused a statement because of this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === constraint
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
