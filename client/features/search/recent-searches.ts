import { isText, listOf } from '#client/device/schemas.ts';
import { storedValue } from '#client/device/stored-value.ts';
import { userKey } from '#client/device/user-storage.ts';

const schema = listOf(isText);
const most = 8;
const recentOf = (ownId: string) => storedValue(userKey(ownId, 'recent-searches'), schema);

/** The newest first. */
export function readRecent(ownId: string): readonly string[] {
  return recentOf(ownId).read();
}

/** Puts a query first. Queries that differ only in case are one. */
export function rememberSearch(ownId: string, query: string): void {
  const text = query.trim();
  if (text === '') return;
  const others = readRecent(ownId).filter((entry) => entry.toLowerCase() !== text.toLowerCase());
  recentOf(ownId).write([text, ...others].slice(0, most));
}

export function clearRecent(ownId: string): void {
  recentOf(ownId).remove();
}
