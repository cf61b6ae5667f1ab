import type { KeyboardEvent } from 'react';

/** The arrow keys move between the search box and the results. */
export function moveThroughResults(event: KeyboardEvent, input: HTMLElement | null, panel: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // In the Sort select the arrow keys choose an order.
  if (step === undefined || event.nativeEvent.isComposing || event.target instanceof HTMLSelectElement) return;
  const rows = rowsIn(panel);
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at + step < 0 ? input : rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function rowsIn(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[data-row], .card-link') ?? [])];
}
