import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
  useRef,
  useState,
} from 'react';

const longPressMs = 450;
/** A finger that moves farther scrolls. */
const steadyPx = 10;

/**
 * Which message is pointed at or has the focus, and the keys of the list: arrows go from message to message, Enter to the
 * actions. `onLongPress` is called on touch with the key of the message.
 */
export function useActiveMessage(onLongPress: ((key: string) => void) | undefined) {
  const [active, setActive] = useState<string>();
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const firstIsOnButton = useRef(false);
  const wasLong = useRef(false);
  const endPress = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  const activate = (key: string | undefined) => {
    // An open panel of the bar belongs to its message, and a dialog returns the focus to the button that opened it.
    const open = document.querySelector('[data-message-bar] :popover-open, dialog[open]');
    if (key !== active && open === null) setActive(key);
  };
  return {
    active,
    handlers: {
      onPointerOver: ({ pointerType, target }: PointerEvent) => {
        if (pointerType === 'mouse') activate(keyOf(target));
      },
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
        if (pointerType === 'mouse')
          activate(currentTarget.contains(document.activeElement) ? keyOf(document.activeElement) : undefined);
      },
      onFocus: ({ target }: FocusEvent) => activate(keyOf(target)),
      onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) activate(undefined);
      },
      onKeyDown: moveFocus,
      // The first click of a double one may move its button away. The second one would select the text in its place.
      onMouseDown: (event: MouseEvent) => {
        if (event.detail === 1) firstIsOnButton.current = (event.target as Element).closest('button') !== null;
        else if (firstIsOnButton.current) event.preventDefault();
      },
      ...(onLongPress && {
        onPointerDown: ({ pointerType, target, clientX, clientY }: PointerEvent) => {
          endPress();
          wasLong.current = false;
          const key = keyOf(target);
          if (pointerType === 'mouse' || key === undefined || isLink(target)) return;
          const timer = setTimeout(() => {
            endPress();
            wasLong.current = true;
            onLongPress(key);
          }, longPressMs);
          press.current = { timer, x: clientX, y: clientY };
        },
        onPointerMove: ({ clientX, clientY }: PointerEvent) => {
          const { x = 0, y = 0 } = press.current ?? {};
          if (press.current && Math.hypot(clientX - x, clientY - y) > steadyPx) endPress();
        },
        onPointerUp: endPress,
        onPointerCancel: endPress,
        // Otherwise the finger that is lifted would press what has opened under it.
        onTouchEnd: (event: TouchEvent) => {
          if (wasLong.current) event.preventDefault();
        },
        // The browser's own long press would open a menu, or select a word.
        onContextMenu: (event: MouseEvent) => {
          if (!isLink(event.target) && keyOf(event.target) !== undefined) event.preventDefault();
        },
      }),
    },
  };
}

function keyOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-message]')?.dataset.message;
}

function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

/** Up, Down, Home and End go to other messages, Enter to the first action of this one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !target.matches('[data-message]')) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const messages = [...currentTarget.querySelectorAll<HTMLElement>('[data-message]')];
  const at = messages.indexOf(target);
  const next =
    key === 'Enter'
      ? target.querySelector<HTMLElement>('[data-message-bar] button, [data-open-sheet]')
      : { ArrowUp: messages[at - 1], ArrowDown: messages[at + 1], Home: messages[0], End: messages.at(-1) }[key];
  if (!next) return;
  event.preventDefault();
  if (next.matches('[data-open-sheet]')) next.click();
  else next.focus();
}
