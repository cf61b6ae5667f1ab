import { type PointerEvent, useRef, useState } from 'react';

interface Options {
  onLeft: () => void;
  onRight: () => void;
}

/** Past this share of the card's width, or with this speed (pixels per millisecond), a drag decides. */
const share = 0.35;
const flick = 0.6;

/** Dragging a card aside by touch or pen. An extra beside the buttons; vertical scrolling always wins. */
export function useDrag({ onLeft, onRight }: Options) {
  const [offset, setOffset] = useState(0);
  const start = useRef<{ x: number; y: number; at: number; dragging: boolean }>(undefined);

  const end = () => {
    start.current = undefined;
    setOffset(0);
  };
  return {
    offset,
    handlers: {
      // The browser keeps vertical pans for scrolling, and cancels the pointer when it takes one.
      style: {
        touchAction: 'pan-y',
        ...(offset === 0 ? {} : { transform: `translateX(${offset}px) rotate(${offset / 40}deg)` }),
      },
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' || !event.isPrimary) return;
        start.current = { x: event.clientX, y: event.clientY, at: event.timeStamp, dragging: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = start.current;
        if (!from) return;
        const dx = event.clientX - from.x;
        if (!from.dragging) {
          if (Math.abs(dx) < 12 || Math.abs(dx) < Math.abs(event.clientY - from.y)) return;
          from.dragging = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        setOffset(dx);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const from = start.current;
        end();
        if (!from?.dragging) return;
        const dx = event.clientX - from.x;
        const speed = Math.abs(dx) / Math.max(event.timeStamp - from.at, 1);
        if (Math.abs(dx) < event.currentTarget.clientWidth * share && !(speed > flick && Math.abs(dx) > 48)) return;
        if (dx > 0) onRight();
        else onLeft();
      },
      onPointerCancel: end,
    },
  };
}
