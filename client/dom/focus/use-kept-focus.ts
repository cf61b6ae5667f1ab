import { type RefObject, useEffect, useRef } from 'react';

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
