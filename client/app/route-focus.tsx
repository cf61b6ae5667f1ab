import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { announce } from '#client/dom/announce.tsx';
import { setPageTitle } from '#client/dom/page.ts';

let lastPath: string | undefined;

/**
 * After a change of the path: sets the title, announces it and focuses the h1. Render it before the screen, so that the
 * effect of a screen that sets its own focus runs later. The first load moves no focus.
 */
export function RouteFocus({ title }: { title: string }) {
  const { pathname } = useLocation();
  useEffect(() => {
    setPageTitle(title);
    const isFirst = lastPath === undefined;
    const isSame = lastPath === pathname;
    lastPath = pathname;
    if (isFirst || isSame) return;
    announce(title);
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, title]);
  return null;
}
