import type { KeyboardEvent } from 'react';
import { readPreferences } from '#client/device/preferences.ts';

/**
 * For `onKeyDown` of a list: J and K move the focus between its `data-row` links, M presses the `data-message` link of
 * the row with the focus.
 */
export function listKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!readPreferences().shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
    return;
  if (!(target instanceof HTMLElement) || target.closest('input, textarea, select')) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.closest('li')?.contains(target));
  const next = {
    j: rows[at + 1],
    k: rows[at - 1],
    m: rows[at]?.closest('li')?.querySelector<HTMLElement>('[data-message]'),
  }[key.toLowerCase()];
  if (!next) return;
  event.preventDefault();
  if (key.toLowerCase() === 'm') next.click();
  else next.focus();
}
