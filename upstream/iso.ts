/** How the API writes a time of the database, which is in milliseconds: `2026-01-31T08:00:00.000Z`. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

export function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time);
}
