import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus inside a group whose buttons are replaced when one is pressed. After `state` changes, the focus goes
 * to the group's first control, else to the group, which needs `tabIndex={-1}`. Call `pressed` in each button's handler.
 */
export function useKeptFocus(group: RefObject<HTMLElement | null>, state: string): { pressed: () => void } {
  const isPressed = useRef(false);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (!isPressed.current) return;
    isPressed.current = false;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    (group.current?.querySelector<HTMLElement>('a, button') ?? group.current)?.focus();
  }, [state, group]);
  return {
    pressed: () => {
      isPressed.current = true;
    },
  };
}
