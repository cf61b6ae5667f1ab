import { type RefObject, useEffect, useRef } from 'react';

/**
 * A group of controls whose controls change by being pressed: when the pressed one goes, the focus moves to the first
 * that took its place, else to the group, and never to nowhere. `state` says when they change. Give the group
 * `tabIndex={-1}`, and call `pressed` when one of its controls is pressed.
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
