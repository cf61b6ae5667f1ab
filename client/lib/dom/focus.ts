import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

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

/**
 * Keeps the focus inside a group whose buttons are replaced when one is pressed. After `state` changes, the focus goes
 * to the group's first control, else to the group, which needs `tabIndex={-1}`; where a dialog has the focus by then, it
 * goes there when the dialog is closed. Call `pressed` in each button's handler.
 */
export function useKeptFocus(group: RefObject<HTMLElement | null>, state: string): { pressed: () => void } {
  const isPressed = useRef(false);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (!isPressed.current) return;
    const focusGroup = () => {
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      (group.current?.querySelector<HTMLElement>('a, button') ?? group.current)?.focus();
    };
    focusGroup();
    const dialog = document.activeElement?.closest('dialog');
    dialog?.addEventListener('close', focusGroup, { once: true });
    // One press may change the state more than once. It ends where the user has gone elsewhere.
    isPressed.current = Boolean(dialog ?? group.current?.contains(document.activeElement));
  }, [state, group]);
  return {
    pressed: () => {
      isPressed.current = true;
    },
  };
}

/** Ctrl or Cmd with Enter, which saves a form from any of its fields. An input method's own Enter does not count. */
export function isSaveShortcut(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
}

/** Whether a key, such as Enter or Escape, goes to an input method's composition. Some input methods only say so by key code 229. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
