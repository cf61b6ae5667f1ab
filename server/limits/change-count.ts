/** Adds to the count of a key, and forgets a key whose count is 0. */
export function changeCount(counts: Map<string, number>, key: string, change: number): void {
  const left = (counts.get(key) ?? 0) + change;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
