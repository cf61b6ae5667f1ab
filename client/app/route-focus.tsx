import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { announce } from '#client/dom/announce.ts';
import { setPageTitle } from '#client/dom/page-title.ts';

let lastPath: string | undefined;

/**
 * On a route change (the path, not the query): sets the title, announces it and moves focus to the h1. It stands
 * before the screen, so that a screen that owns its focus goes last and wins. The first load moves nothing.
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
