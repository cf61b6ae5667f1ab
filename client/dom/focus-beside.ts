/**
 * Moves the focus from a row that is about to leave: to the next row of its list, else to the one before it, else to
 * the given heading, or that of its section, or the screen's own. Focus that is elsewhere stays where it is.
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
