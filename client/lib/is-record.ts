/** True for objects other than arrays: checks a value of unknown origin before its properties are read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
