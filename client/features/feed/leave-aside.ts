import { prefersReducedMotion } from '#client/dom/reduced-motion.ts';
import type { Decision } from '#shared/api/requests.ts';

/**
 * A card that is decided on is gone from the list at once; its likeness leaves to the side of the decision, over what
 * takes its place. Where less motion is wanted it only fades. To be called before the card is gone.
 */
export function leaveAside(card: HTMLElement | null | undefined, decision: Decision): void {
  const room = card?.closest('section');
  if (!card || !room || !('animate' in card)) return;
  const { dragged, box, bar } = whereItIs(card);
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.dataset.leaving = decision;
  // Fixed: what leaves the window must not make the page wider.
  place(ghost, { position: 'fixed', zIndex: '10', minHeight: '0', animation: 'none', transform: dragged, ...box });
  const decide = ghost.querySelector<HTMLElement>('[data-decide]');
  if (decide && bar) place(decide, { position: 'absolute', ...bar });
  for (const named of ghost.querySelectorAll('[id], [data-person], [data-decide]'))
    for (const name of ['id', 'data-person', 'data-decide']) named.removeAttribute(name);
  room.append(ghost);
  const way = decision === 'interested' ? 1 : -1;
  const aside = { opacity: 0, transform: `translateX(${way * 60}%) rotate(${way * 6}deg)` };
  const leaving = prefersReducedMotion()
    ? ghost.animate({ opacity: 0 }, 100)
    : ghost.animate(aside, { duration: 240, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
  const remove = () => ghost.remove();
  leaving.finished.then(remove, remove);
}

/** On screen, as if it had not been dragged; and where in it the bar of its buttons sticks. */
function whereItIs(card: HTMLElement) {
  const dragged = card.style.transform;
  card.style.transform = 'none';
  const { left, top, width, height } = card.getBoundingClientRect();
  const bar = card.querySelector('[data-decide]')?.getBoundingClientRect();
  card.style.transform = dragged;
  return {
    dragged,
    box: { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` },
    bar: bar && { left: '0', right: '0', top: `${bar.top - top}px`, bottom: 'auto' },
  };
}

function place(element: HTMLElement, style: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, style);
}
