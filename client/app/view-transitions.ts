import { type createBrowserRouter, matchPath } from 'react-router-dom';
import { afterFrame } from '#client/dom/frames.tsx';
import type { SharedPart } from '#client/dom/shared-element.ts';
import { isWide, prefersReducedMotion } from '#client/dom/window-state.ts';

import { type ClientRoute, clientRoutes, matchClientRoute } from '#shared/routes.ts';
import { isPathLoaded } from './screen-table.ts';

type Router = ReturnType<typeof createBrowserRouter>;
type Listener = Parameters<Router['subscribe']>[0];
type Elements = ReadonlyMap<SharedPart, HTMLElement>;

interface Detail {
  route: ClientRoute;
  /** The elements of this screen that its list shows, too. */
  parts: readonly SharedPart[];
  /** The list that a link in the detail leads back to. In wide windows both are shown side by side. */
  list?: ClientRoute;
}

const details: readonly Detail[] = [
  { route: clientRoutes.otherProfile, parts: ['cover', 'face'] },
  { route: clientRoutes.project, parts: ['cover', 'title'] },
  { route: clientRoutes.chat, parts: ['face', 'title'], list: clientRoutes.messages },
];

/** A person or a project that two screens may show. */
interface Subject {
  id: string;
  detail: Detail;
}

/**
 * The router, with view transitions between a list and a detail: cover, face and title of the pressed item become those
 * of the detail, and with Back the other way round. Screens are exchanged without one where none of these elements is in
 * the window, where motion is reduced, where a list and its detail are side by side, while the next screen's code is not
 * loaded, and in browsers without transitions.
 *
 * The `viewTransition` option of React Router shows the wrong screen after two fast navigations.
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

  /** The people and projects that the left and the opened screen may both show, the likeliest first. */
  const subjects = (): (Subject | undefined)[] => {
    const { historyAction, location } = router.state;
    const left = subjectOf(shown.pathname);
    const opened = subjectOf(location.pathname);
    if (historyAction === 'PUSH') {
      const { list } = left?.detail ?? {};
      return [opened ?? (list && list === matchClientRoute(location.pathname) ? left : undefined)];
    }
    return historyAction === 'POP' && !movedByBrowser ? [left, opened] : [];
  };
  const findSubject = () => {
    for (const subject of subjects()) {
      const elements = subject && sharedElements(subject, pressed);
      if (subject && elements?.size) return { subject, elements };
    }
    return undefined;
  };
  const subscribe = (listener: Listener) =>
    router.subscribe((state, options) => {
      // A navigation under way has not left the screen yet.
      if (state.location === shown) return listener(state, options);
      const { pathname } = state.location;
      const found = pathname !== shown.pathname && mayMove(shown.pathname, pathname) ? findSubject() : undefined;
      shown = state.location;
      pressed = null;
      movedByBrowser = false;
      if (!found) return listener(state, options);
      // The newest state: there may have been another navigation since.
      const showNext = () => listener(router.state, { ...options, flushSync: true });
      const begin = () => {
        // Another navigation since has shown its screen itself.
        if (router.state.location.key === state.location.key) showInTransition(found.subject, found.elements, showNext);
      };
      // The frame that answers the press does not wait for the snapshots.
      if (state.historyAction === 'PUSH') afterFrame(begin);
      else begin();
    });
  return Object.create(router, { subscribe: { value: subscribe } }) as Router;
}

function mayMove(from: string, to: string): boolean {
  const canMove = 'startViewTransition' in document && !prefersReducedMotion() && isPathLoaded(to);
  return canMove && !(isWide() && [from, to].some((pathname) => subjectOf(pathname)?.detail.list));
}

/** The person or project in the address of a detail; undefined for other addresses. */
function subjectOf(pathname: string): Subject | undefined {
  const route = matchClientRoute(pathname);
  const detail = details.find((each) => each.route === route);
  const id = detail && Object.values(matchPath(detail.route.path, pathname)?.params ?? {})[0];
  return detail && id !== undefined ? { id, detail } : undefined;
}

/** What the window shows of a person or project. Of several equal parts, the one that is nearest to an element. */
function sharedElements({ id, detail }: Subject, near: Element | null): Elements {
  const found = new Map<SharedPart, HTMLElement>();
  const marked = [...document.querySelectorAll<HTMLElement>('#main [data-shared]')];
  for (const part of detail.parts) {
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

function showInTransition(subject: Subject, before: Elements, showNext: () => void): void {
  nameOnly(before);
  const transition = document.startViewTransition(() => {
    showNext();
    // After Back, the link that had led to the detail has the focus again.
    const after = [...sharedElements(subject, document.activeElement)].filter(([part]) => before.has(part));
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
