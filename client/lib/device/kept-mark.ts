import { pageFact } from '#client/lib/dom/page.ts';
import { readPreferences } from './preferences.ts';
import { readText, writeText } from './stored-value.ts';

const key = 'dotcode:kept';

/** Whether this browser may keep copies of what was seen: the deployment and the user of the device can forbid it. */
export function mayKeep(): boolean {
  return pageFact('offline') !== 'off' && !readPreferences().keepNothing;
}

/** Whether copies may be there. A browser without the mark opens no database at the start. */
export function isKept(): boolean {
  return readText(key) !== null;
}

export function markKept(isNowKept: boolean): void {
  if (isKept() !== isNowKept) writeText(key, isNowKept ? 'yes' : null);
}
