/** Whether a statement failed because the row that a foreign key points to does not exist, or no longer does. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '23503') || ('errcode' in error && error.errcode === 787);
}

/** Whether PostgreSQL refused a statement because of this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error && 'code' in error && 'constraint' in error)) return false;
  return error.code === '23505' && error.constraint === constraint;
}
