import { prefersReducedMotion } from '#client/dom/window-state.ts';
import type { Decision } from '#shared/api/requests.ts';

/** How long the stamp is on the card before the card leaves. */
const stampMs = 140;

/**
 * Animates a decided card to the side of the decision, above the next card. With reduced motion it only fades. Call it
 * before the card is removed from the list: the removed element is shown until the animation has ended. A copy of the
 * card would have to be styled and laid out before the press is answered.
 */
export function slideAside(card: HTMLElement | null | undefined, decision: Decision): void {
  const room = card?.closest('section');
  if (!card || !room || !('animate' in card) || card.dataset.stamp !== undefined) return;
  const place = placeIn(room, card);
  card.dataset.stamp = decision === 'interested' ? 'Interested' : 'Ignored';
  const way = decision === 'interested' ? 1 : -1;
  const aside = { opacity: 0, transform: `translateX(${way * 60}%) rotate(${way * 6}deg)` };
  const flight = prefersReducedMotion()
    ? card.animate({ opacity: 0 }, 100)
    : card.animate(aside, { delay: stampMs, duration: 240, easing: 'cubic-bezier(0.4, 0, 0.8, 0.4)' });
  const removal = new MutationObserver(() => {
    if (card.isConnected) return;
    removal.disconnect();
    if (flight.playState !== 'finished') place();
  });
  removal.observe(room, { childList: true, subtree: true });
  const end = () => {
    removal.disconnect();
    if (card.dataset.detached !== undefined) return card.remove();
    // The decision was not taken, or has been taken back: the card has stayed.
    card.style.transform = '';
    delete card.dataset.stamp;
  };
  flight.finished.then(end, end);
}

/** Notes where a card is. Returns a function that puts the card there again after its removal. */
function placeIn(room: Element, card: HTMLElement): () => void {
  const { offsetWidth, offsetHeight } = card;
  const { left, top } = offsetOf(card);
  const bar = card.querySelector<HTMLElement>('[data-decide]');
  const barTop = bar?.offsetTop;
  return () => {
    card.inert = true;
    card.setAttribute('aria-hidden', 'true');
    card.dataset.detached = '';
    // Fixed, so that the card does not make the page wider.
    Object.assign(card.style, {
      ...{ position: 'fixed', zIndex: '10', minHeight: '0', animation: 'none' },
      ...{ left: `${left}px`, top: `${top}px`, width: `${offsetWidth}px`, height: `${offsetHeight}px` },
    });
    // In the page the bar of buttons is sticky. In the fixed card it stays where it was.
    if (bar)
      Object.assign(bar.style, { position: 'absolute', left: '0', right: '0', top: `${barTop}px`, bottom: 'auto' });
    for (const named of card.querySelectorAll('[id], [data-person], [data-decide]'))
      for (const name of ['id', 'data-person', 'data-decide']) named.removeAttribute(name);
    room.append(card);
  };
}

/** An element's place in the window without its transforms, which a drag or an animation may have given it. */
function offsetOf({ offsetLeft, offsetTop, offsetParent }: HTMLElement): { left: number; top: number } {
  const around = offsetParent?.getBoundingClientRect();
  if (!offsetParent || !around) return { left: offsetLeft - window.scrollX, top: offsetTop - window.scrollY };
  return {
    left: around.left + offsetParent.clientLeft + offsetLeft,
    top: around.top + offsetParent.clientTop + offsetTop,
  };
}
