import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The link that was pressed on each history entry, by the entry's key. The element itself is removed with its screen. */
const pressed = new Map<string, { href: string; index: number }>();

/** How long to wait for a list that is loaded again. */
const patienceMs = 5000;

const linksTo = (href: string) => [...document.querySelectorAll<HTMLElement>(`#main a[href="${CSS.escape(href)}"]`)];

/**
 * After Back and Forward, focuses the link that had led on from the screen; the router restores the scroll position. Call
 * it where its effect runs after those of the screen and of the route, which move the focus too.
 */
export function useFocusOnReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const note = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('#main a[href]') : null;
      const href = link?.getAttribute('href');
      if (link && href) pressed.set(key, { href, index: linksTo(href).indexOf(link) });
    };
    document.addEventListener('click', note, true);
    return () => document.removeEventListener('click', note, true);
  }, [key]);
  useEffect(() => {
    const link = type === 'POP' ? pressed.get(key) : undefined;
    if (link) return whenThere(() => linksTo(link.href)[link.index]);
  }, [key, type]);
}

/** Focuses an element once it is there, unless the user scrolls or presses a key before. Returns how to call it off. */
function whenThere(find: () => HTMLElement | undefined): () => void {
  const ended = new AbortController();
  const stop = () => ended.abort();
  const attempt = () => {
    const element = find();
    element?.focus();
    if (element) stop();
  };
  const observer = new MutationObserver(attempt);
  observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, patienceMs);
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const move of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    window.addEventListener(move, stop, { capture: true, passive: true, signal: ended.signal });
  attempt();
  return stop;
}
