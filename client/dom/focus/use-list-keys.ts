import type { RefObject } from 'react';
import { useShortcuts } from './shortcuts.ts';

/**
 * J and K move the focus between the `data-row` links of a list, from elsewhere to the first one. With `message`, M
 * presses the `data-message` link of the row with the focus.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  labels: { next: string; previous: string; message?: string },
): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const current = () => rows().findIndex((row) => row.closest('li')?.contains(document.activeElement));
  const step = (by: number) => {
    const at = current();
    rows()[at < 0 ? 0 : at + by]?.focus();
  };
  const message = () => rows()[current()]?.closest('li')?.querySelector<HTMLElement>('[data-message]')?.click();
  useShortcuts([
    { keys: 'j', label: labels.next, run: () => step(1) },
    { keys: 'k', label: labels.previous, run: () => step(-1) },
    ...(labels.message === undefined ? [] : [{ keys: 'm', label: labels.message, run: message }]),
  ]);
}
