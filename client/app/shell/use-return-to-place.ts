import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router-dom';

/** The place on a screen where the user left it. */
interface Place {
  scroll: number;
  item?: Item | undefined;
}

/** Finds a link or button again by its attributes, because the element is removed with its screen. */
interface Item {
  selector: string;
  /** The button's text, where several elements match the selector. */
  name: string | undefined;
  index: number;
  /** How far below the top of the window it was, in pixels. */
  top: number;
  /** Weak, because the place is kept longer than its screen. */
  element: WeakRef<HTMLElement>;
}

/** How long to wait for a list that is loaded again. */
const patienceMs = 5000;

/**
 * After Back and Forward, restores the focus and the place of the item in the window, or, where it does not exist any
 * more, the scroll position: what is above the item may have another height now. The router's scroll restoration needs the
 * list at once; this waits for a list that is loaded, until the user scrolls or presses a key.
 * Call it where its effect runs after those of the screen and of the route, which move the focus too.
 */
export function useReturnToPlace(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const isLeaving = useNavigation().state !== 'idle';
  const places = useRef(new Map<string, Place>());
  const shown = useRef('');
  const returning = useRef<Place>(undefined);
  const leaving = useRef(false);

  useLayoutEffect(() => {
    leaving.current = isLeaving;
  }, [isLeaving]);

  useLayoutEffect(() => {
    shown.current = key;
    returning.current = type === 'POP' ? places.current.get(key) : undefined;
  }, [key, type]);

  useEffect(() => {
    const note = ({ type, target }: Event) => {
      // While one screen replaces another, the scroll position belongs to neither.
      if (leaving.current || entryKey() !== shown.current) return;
      const before = places.current.get(shown.current);
      const item = type === 'scroll' ? before?.item && whereNow(before.item) : itemOf(target);
      places.current.set(shown.current, { scroll: window.scrollY, item });
    };
    window.addEventListener('scroll', note, { passive: true });
    document.addEventListener('focusin', note);
    // Safari does not focus a link on a press.
    document.addEventListener('click', note, true);
    return () => {
      window.removeEventListener('scroll', note);
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', note, true);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is an occasion of its own
  useEffect(() => {
    if (returning.current) return goTo(returning.current);
  }, [key, type]);
}

/**
 * Restores the place now and after every change of the document, until it is reached or the user scrolls or presses a
 * key.
 */
function goTo({ scroll, item }: Place): () => void {
  let focused: HTMLElement | undefined;
  const attempt = () => {
    if (item && !focused?.isConnected) {
      focused = find(item);
      focused?.focus({ preventScroll: true });
    }
    const wanted = item && focused ? window.scrollY + topOf(focused) - item.top : scroll;
    if (!isAt(wanted)) window.scrollTo({ top: wanted, behavior: 'instant' });
    if (isAt(wanted) && (!item || focused)) stop();
  };
  const observer = new MutationObserver(attempt);
  observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => stop(), patienceMs);
  const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    for (const move of moves) window.removeEventListener(move, stop, true);
  };
  for (const move of moves) window.addEventListener(move, stop, { capture: true, passive: true });
  attempt();
  return stop;
}

function isAt(scroll: number): boolean {
  return Math.abs(window.scrollY - scroll) <= 1;
}

/** The router's name of the history entry that the address bar shows. */
function entryKey(): string {
  return (history.state as { key?: string } | null)?.key ?? 'default';
}

/** Links and buttons only: focusing a text field would open a phone's keyboard. */
function itemOf(target: EventTarget | null): Item | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('#main a[href], #main button') : null;
  if (!element) return undefined;
  const href = element.getAttribute('href');
  const selector = href === null ? '#main button' : `#main a[href="${CSS.escape(href)}"]`;
  const name = href === null ? nameOf(element) : undefined;
  return {
    selector,
    name,
    index: alike({ selector, name }).indexOf(element),
    top: topOf(element),
    element: new WeakRef(element),
  };
}

/** The item, as far as it is still there, with its place after a scroll. */
function whereNow(item: Item): Item {
  const element = item.element.deref();
  return element?.isConnected ? { ...item, top: topOf(element) } : item;
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top;
}

function find(item: Item): HTMLElement | undefined {
  return alike(item)[item.index];
}

function alike({ selector, name }: Pick<Item, 'selector' | 'name'>): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  return name === undefined ? all : all.filter((element) => nameOf(element) === name);
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.textContent;
}
