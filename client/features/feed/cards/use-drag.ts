import { type PointerEvent, useRef, useState } from 'react';
import type { Decision } from '#shared/api/requests.ts';

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

interface Drag {
  /** The decision to whose side the card is dragged; undefined at rest. */
  decision: Decision | undefined;
  /** Whether the distance alone decides on release. */
  decides: boolean;
}

const atRest: Drag = { decision: undefined, decides: false };

const style = {
  // The browser handles vertical pans and zooming, and cancels the pointer when it takes over.
  touchAction: 'pan-y pinch-zoom',
};

/** Lets touch and pen drag a card aside to decide, in addition to the buttons. Vertical scrolling has priority. */
export function useDrag(onDecide: (decision: Decision) => void) {
  const [drag, setDrag] = useState(atRest);
  const start = useRef<{ x: number; y: number; dragging: boolean; trail: Spot[] }>(undefined);

  // The card follows the finger without being rendered.
  const follow = (card: HTMLElement, dx: number) => {
    const next: Drag = { decision: decisionOf(dx), decides: Math.abs(dx) >= card.clientWidth * share };
    Object.assign(card.style, { transition: 'none', transform: `translateX(${dx}px) rotate(${dx / 40}deg)` });
    setDrag((last) => (last.decision === next.decision && last.decides === next.decides ? last : next));
  };
  const goBack = (card: HTMLElement) => {
    Object.assign(card.style, { transition: 'transform 180ms var(--ease-out-quiet)', transform: '' });
  };
  const end = () => {
    start.current = undefined;
    setDrag(atRest);
  };
  return {
    ...drag,
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
        follow(event.currentTarget, dx);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const from = start.current;
        end();
        if (!from?.dragging) return;
        const card = event.currentTarget;
        const dx = event.clientX - from.x;
        const isFar = Math.abs(dx) >= card.clientWidth * share;
        if (!isFar && !isFlick(dx, speedOf(from.trail, spotOf(event)))) return goBack(card);
        // The card leaves from where it was released.
        onDecide(decisionOf(dx));
      },
      onPointerCancel: (event: PointerEvent<HTMLElement>) => {
        end();
        goBack(event.currentTarget);
      },
    },
  };
}

function decisionOf(dx: number): Decision {
  return dx > 0 ? 'interested' : 'ignored';
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
