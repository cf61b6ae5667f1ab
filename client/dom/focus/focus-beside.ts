/**
 * Moves the focus out of a row that is about to be removed: to the next row, else to the previous row, else to the
 * given heading, the heading of its section or the h1. Does nothing when the focus is outside the row.
 */
export function focusBeside(row: Element | null | undefined, heading?: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const target =
    beside?.querySelector<HTMLElement>('a, button, input') ??
    heading ??
    row.closest('section')?.querySelector<HTMLElement>('h2, h3') ??
    screenHeading();
  if (target instanceof HTMLHeadingElement) target.tabIndex = -1;
  target?.focus();
}

/** The h1 of the screen, which can always be focused. */
export function screenHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}
