import { prefersReducedMotion } from '#client/dom/reduced-motion.ts';
import type { Decision } from '#shared/api/requests.ts';

/** How long the stamp is on the card before the card leaves. */
const stampMs = 140;

/**
 * Animates a copy of a decided card to the side of the decision, above the next card. With reduced motion the copy only
 * fades. Call it before the card is removed from the list.
 */
export function leaveAside(card: HTMLElement | null | undefined, decision: Decision): void {
  const room = card?.closest('section');
  if (!card || !room || !('animate' in card)) return;
  const { dragged, box, bar } = whereItIs(card);
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.dataset.leaving = decision;
  ghost.dataset.stamp = decision === 'interested' ? 'Interested' : 'Ignored';
  // Fixed, so that the copy does not make the page wider.
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
    : ghost.animate(aside, { delay: stampMs, duration: 240, easing: 'cubic-bezier(0.4, 0, 0.8, 0.4)' });
  const remove = () => ghost.remove();
  leaving.finished.then(remove, remove);
}

/** The card's place on screen without its drag offset, and where its sticky bar of buttons is. */
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
