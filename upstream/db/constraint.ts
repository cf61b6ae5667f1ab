/** Whether a statement failed because the row that it points to is not there, or no longer. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '23503') || ('errcode' in error && error.errcode === 787);
}
