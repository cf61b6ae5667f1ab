/** An error's reason on one line, for people: some errors of Node have a list of causes and no message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
