import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

interface Options {
  onLeft: () => void;
  onRight: () => void;
}

/** Past this share of the card's width a drag decides; so does a flick, at this speed in pixels per millisecond. */
const share = 0.35;
const flick = 0.6;
/** A flick needs this speed over the last moments, and a minimum distance. */
const moments = 100;
const someWay = 48;

interface Spot {
  x: number;
  at: number;
}

/** Lets touch and pen drag a card aside to decide, in addition to the buttons. Vertical scrolling has priority. */
export function useDrag({ onLeft, onRight }: Options) {
  const [{ offset, decides }, setDrag] = useState({ offset: 0, decides: false });
  const start = useRef<{ x: number; y: number; dragging: boolean; trail: Spot[] }>(undefined);

  const end = () => {
    start.current = undefined;
    setDrag({ offset: 0, decides: false });
  };
  const style: CSSProperties = {
    // The browser handles vertical pans and zooming, and cancels the pointer when it takes over.
    touchAction: 'pan-y pinch-zoom',
    // Only the way back is animated: while dragged, the card follows the finger.
    ...(offset === 0
      ? { transition: 'transform 180ms var(--ease-out-quiet)' }
      : { transform: `translateX(${offset}px) rotate(${offset / 40}deg)` }),
  };
  return {
    offset,
    /** Whether the distance alone decides on release. */
    decides,
    handlers: {
      style,
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' || !event.isPrimary) return;
        start.current = { x: event.clientX, y: event.clientY, dragging: false, trail: [spotOf(event)] };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = start.current;
        if (!from || !event.isPrimary) return;
        const dx = event.clientX - from.x;
        if (!from.dragging) {
          if (Math.abs(dx) < 12 || Math.abs(dx) < Math.abs(event.clientY - from.y)) return;
          from.dragging = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        from.trail = [...from.trail, spotOf(event)].filter(({ at }) => at >= event.timeStamp - moments);
        setDrag({ offset: dx, decides: Math.abs(dx) >= event.currentTarget.clientWidth * share });
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const from = start.current;
        end();
        if (!from?.dragging) return;
        const dx = event.clientX - from.x;
        const isFar = Math.abs(dx) >= event.currentTarget.clientWidth * share;
        if (!isFar && !isFlick(dx, speedOf(from.trail, spotOf(event)))) return;
        if (dx > 0) onRight();
        else onLeft();
      },
      onPointerCancel: end,
    },
  };
}

function spotOf(event: PointerEvent): Spot {
  return { x: event.clientX, at: event.timeStamp };
}

/** In pixels per millisecond, with its direction. */
function speedOf(trail: readonly Spot[], now: Spot): number {
  const from = trail.find(({ at }) => at >= now.at - moments);
  return from && now.at > from.at ? (now.x - from.x) / (now.at - from.at) : 0;
}

/** A flick must go in the direction of the drag: turning back cancels the decision. */
function isFlick(dx: number, speed: number): boolean {
  return Math.abs(dx) > someWay && Math.abs(speed) > flick && Math.sign(speed) === Math.sign(dx);
}
