import { useCallback, useSyncExternalStore } from 'react';

/** Follows a media query, for components that must not render at all. Where hiding is enough, use CSS. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** From 1024 px on: a sidebar instead of the dock, two columns instead of tabs. */
const wide = '(width >= 64rem)';

export function useIsWide(): boolean {
  return useMediaQuery(wide);
}

export function isWide(): boolean {
  return matchMedia(wide).matches;
}
