import { isText, listOf } from './schemas.ts';
import { storedValue, useStoredValue } from './stored-value.ts';
import { userKey } from './user-storage.ts';

/** How many projects a user can pin to their own profile, in this browser. */
export const maxPins = 3;

const ids = listOf(isText);
const schema = (stored: unknown) => ids(stored).slice(0, maxPins);
const pinsOf = (userId: string) => storedValue(userKey(userId, 'pinned-projects'), schema);

/** Project ids, the newest pin first. */
export function readPins(userId: string): readonly string[] {
  return pinsOf(userId).read();
}

/** Pins or unpins; a fourth pin replaces the oldest. False when the browser could not store it. */
export function togglePin(userId: string, projectId: string): boolean {
  const pins = readPins(userId);
  const next = pins.includes(projectId)
    ? pins.filter((id) => id !== projectId)
    : [projectId, ...pins].slice(0, maxPins);
  return pinsOf(userId).write(next);
}

export function usePins(userId: string): readonly string[] {
  return useStoredValue(pinsOf(userId));
}
