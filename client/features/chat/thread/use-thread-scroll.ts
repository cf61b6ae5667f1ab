import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStable } from '#client/lib/dom/use-later.ts';
import { prefersReducedMotion } from '#client/lib/dom/window-state.ts';

interface Options {
  firstKey: string | undefined;
  lastKey: string | undefined;
  lastIsOwn: boolean;
  /** The number of messages from the other person, to count those that arrive below the visible part. */
  received: number;
  onNearStart: () => void;
}

export interface ThreadScroll {
  box: RefObject<HTMLElement | null>;
  onScroll: () => void;
  atEnd: boolean;
  below: number;
  /** Whether the unread divider is above the visible part. */
  dividerAbove: boolean;
  toEnd: () => void;
  toDivider: () => void;
}

const nearStart = 300;

/**
 * Scrolls a thread: opens it at the first unread message or at the end, follows new messages only while the end is in
 * view, and keeps the visible messages in place when older ones are inserted above.
 */
export function useThreadScroll({ firstKey, lastKey, lastIsOwn, received, onNearStart }: Options): ThreadScroll {
  const box = useRef<HTMLElement>(null);
  const before = useRef({ scrollTop: 0, scrollHeight: 0, atEnd: true, firstKey, lastKey, received, opened: false });
  const [atEnd, setAtEnd] = useState(true);
  const [below, setBelow] = useState(0);
  const [dividerAbove, setDividerAbove] = useState(false);

  const note = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollHeight } = element;
    before.current = { ...before.current, scrollTop, scrollHeight, atEnd: isAtEnd(element) };
    setAtEnd(before.current.atEnd);
    if (before.current.atEnd) setBelow(0);
    const divider = dividerIn(element);
    setDividerAbove(divider !== null && divider.getBoundingClientRect().bottom < element.getBoundingClientRect().top);
  }, []);

  const toEnd = useCallback(() => {
    const element = box.current;
    element?.scrollTo({ top: element.scrollHeight });
    note();
  }, [note]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || lastKey === undefined) return;
    const last = before.current;
    if (!last.opened) {
      const divider = dividerIn(element);
      if (divider) element.scrollTop = divider.offsetTop - 16;
      else element.scrollTop = element.scrollHeight;
    } else if (firstKey !== last.firstKey && lastKey === last.lastKey) {
      element.scrollTop = keptPosition(last, element.scrollHeight);
    } else if (lastKey !== last.lastKey && (last.atEnd || lastIsOwn)) {
      element.scrollTop = element.scrollHeight;
    } else if (received > last.received) {
      setBelow((count) => count + received - last.received);
    }
    before.current = { ...before.current, firstKey, lastKey, received, opened: true };
    note();
  }, [firstKey, lastKey, lastIsOwn, received, note]);

  // Without an overflow there is no scroll event, so that the messages before would never be asked for.
  const fillBox = useStable(() => {
    const element = box.current;
    if (element && element.clientHeight > 0 && element.scrollHeight <= element.clientHeight) onNearStart();
  });
  useEffect(() => {
    if (firstKey !== undefined) fillBox();
  }, [firstKey, fillBox]);

  // The box resizes when the composer grows or the keyboard opens: a thread at its end stays there.
  const isEmpty = lastKey === undefined;
  useEffect(() => {
    const element = box.current;
    if (isEmpty || !element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTop = element.scrollHeight;
      fillBox();
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [isEmpty, fillBox]);

  return {
    box,
    onScroll: () => {
      note();
      if (before.current.opened && before.current.scrollTop < nearStart) onNearStart();
    },
    atEnd,
    below,
    dividerAbove,
    toEnd,
    toDivider: () =>
      dividerIn(box.current)?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' }),
  };
}

function dividerIn(element: HTMLElement | null): HTMLElement | null {
  return element?.querySelector<HTMLElement>('[data-new-divider]') ?? null;
}

/** A thread scrolled to within this many pixels of its end scrolls along with new messages. */
const followWithin = 80;

function isAtEnd(box: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight <= followWithin;
}

/** The scroll position that keeps the visible messages in place after older ones were inserted above. */
function keptPosition(before: { scrollTop: number; scrollHeight: number }, scrollHeight: number): number {
  return before.scrollTop + (scrollHeight - before.scrollHeight);
}
