import { readStored, removeStored, writeStored } from '#client/device/storage.ts';

const name = 'recent-searches';
const most = 8;

export function readRecent(ownId: string): string[] {
  const recent = readStored<string[]>(ownId, name);
  return Array.isArray(recent) ? recent.filter((entry) => typeof entry === 'string') : [];
}

/** Newest first, each once, whatever its case. */
export function rememberSearch(ownId: string, query: string): void {
  const text = query.trim();
  if (text === '') return;
  const others = readRecent(ownId).filter((entry) => entry.toLowerCase() !== text.toLowerCase());
  writeStored(ownId, name, [text, ...others].slice(0, most));
}

export function clearRecent(ownId: string): void {
  removeStored(ownId, name);
}
