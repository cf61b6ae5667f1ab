import { type createBrowserRouter, matchPath } from 'react-router-dom';
import { prefersReducedMotion } from '#client/dom/reduced-motion.ts';
import type { SharedPart } from '#client/dom/shared-element.ts';
import { type ClientRoute, clientRoutes, matchClientRoute } from '#shared/routes.ts';
import { isPathLoaded } from './screens.ts';

type Router = ReturnType<typeof createBrowserRouter>;
type Listener = Parameters<Router['subscribe']>[0];
type Elements = ReadonlyMap<SharedPart, HTMLElement>;

const parts: readonly SharedPart[] = ['cover', 'face', 'title'];
const details: readonly ClientRoute[] = [clientRoutes.otherProfile, clientRoutes.project];

/**
 * The router, with view transitions between a list and a detail: cover, face and title of the pressed item become those
 * of the detail, and with Back the other way round. Screens are exchanged without one where none of these elements is in
 * the window, where motion is reduced, while the next screen's code is not loaded, and in browsers without transitions.
 *
 * The `viewTransition` option of React Router shows the wrong screen after two fast navigations: see decision 093.
 */
export function withViewTransitions(router: Router): Router {
  let shown = router.state.location;
  let pressed: Element | null = null;
  let movedByBrowser = false;
  const notePressed = ({ target }: Event) => {
    pressed = target instanceof Element ? target : null;
  };
  // A browser may show an animation of its own while the user swipes back.
  const noteBrowserMove = ({ hasUAVisualTransition }: PopStateEvent) => {
    movedByBrowser = hasUAVisualTransition;
  };
  document.addEventListener('click', notePressed, true);
  window.addEventListener('popstate', noteBrowserMove, true);

  /** The people and projects that both screens may show, the likeliest first. */
  const subjects = (): (string | undefined)[] => {
    const { historyAction, location } = router.state;
    if (historyAction === 'PUSH') return [detailId(location.pathname)];
    return historyAction === 'POP' && !movedByBrowser ? [detailId(shown.pathname), detailId(location.pathname)] : [];
  };
  const findSubject = () => {
    for (const id of subjects()) {
      const elements = id === undefined ? undefined : sharedElements(id, pressed);
      if (id !== undefined && elements?.size) return { id, elements };
    }
    return undefined;
  };
  const subscribe = (listener: Listener) =>
    router.subscribe((state, options) => {
      const { pathname } = state.location;
      const subject = pathname !== shown.pathname && mayMove(pathname) ? findSubject() : undefined;
      shown = state.location;
      pressed = null;
      movedByBrowser = false;
      if (!subject) return listener(state, options);
      // The newest state: there may have been another navigation since.
      const showNext = () => listener(router.state, { ...options, flushSync: true });
      showInTransition(subject.id, subject.elements, showNext);
    });
  return Object.create(router, { subscribe: { value: subscribe } }) as Router;
}

function mayMove(pathname: string): boolean {
  return 'startViewTransition' in document && !prefersReducedMotion() && isPathLoaded(pathname);
}

/** The id in the address of a profile or a project. */
function detailId(pathname: string): string | undefined {
  const route = details.find((detail) => detail === matchClientRoute(pathname));
  return route && Object.values(matchPath(route.path, pathname)?.params ?? {})[0];
}

/** What the window shows of a person or project. Of several equal parts, the one that is nearest to an element. */
function sharedElements(id: string, near: Element | null): Elements {
  const found = new Map<SharedPart, HTMLElement>();
  const marked = [...document.querySelectorAll<HTMLElement>('#main [data-shared]')];
  for (const part of parts) {
    const equal = marked.filter(({ dataset }) => dataset.shared === `${part} ${id}`).filter(isInWindow);
    let nearest: HTMLElement | undefined;
    for (let box = near; box && !nearest; box = box.parentElement)
      nearest = equal.find((element) => box?.contains(element));
    nearest ??= equal[0];
    if (nearest) found.set(part, nearest);
  }
  return found;
}

function isInWindow(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
}

/** The elements that have a `view-transition-name`. The browser skips a transition when two have the same. */
let named: Elements = new Map();
let newest: ViewTransition | undefined;

function nameOnly(elements: Elements): void {
  for (const element of named.values()) element.style.viewTransitionName = '';
  named = elements;
  for (const [part, element] of named) element.style.viewTransitionName = part;
}

/** How long the next screen takes to appear around the parts that move. */
const fadeMs = 180;

function showInTransition(id: string, before: Elements, showNext: () => void): void {
  nameOnly(before);
  const transition = document.startViewTransition(() => {
    showNext();
    // After Back, the link that had led to the detail has the focus again.
    const after = [...sharedElements(id, document.activeElement)].filter(([part]) => before.has(part));
    nameOnly(new Map(after));
    if (after.length === 0) transition.skipTransition();
    else document.getElementById('main')?.animate({ opacity: [0, 1] }, fadeMs);
  });
  newest = transition;
  const end = () => {
    if (newest === transition) nameOnly(new Map());
  };
  transition.finished.then(end, end);
  // Rejected when another transition follows at once, and when the window is hidden.
  transition.ready.catch(() => undefined);
}
