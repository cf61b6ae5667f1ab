import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { readPreferences } from '#client/lib/device/preferences.ts';

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
export function useIsWide(): boolean {
  return useMediaQuery('(width >= 64rem)');
}

export function prefersReducedMotion(): boolean {
  return readPreferences().motion === 'reduce' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

const never = () => () => undefined;

/** False in pre-rendered markup, until React has hydrated it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The parts of the page that are on screen, for rules about other parts. */
type Mark =
  /** The bar at the bottom of a phone. */
  | 'docked'
  /** A screen that fills the window and scrolls inside. */
  | 'filled'
  /** The field for a message; and that it has the focus. */
  | 'composing'
  | 'writing'
  /** The sticky buttons of a feed card. */
  | 'deciding';

/**
 * Marks the root element with an attribute while the component is mounted: `html[data-docked]`. The selector `body:has(…)`
 * would need no script, but with it the browser computes the styles of the whole page at each change of its content.
 */
export function useRootMark(mark: Mark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    const { dataset } = document.documentElement;
    dataset[mark] = '';
    return () => {
      delete dataset[mark];
    };
  }, [mark, isOn]);
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Whether the browser reports a slow connection, or that the user saves data: nothing is fetched ahead then. Only some
 * browsers report it.
 */
export function isConnectionSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /[23]g$/.test(connection?.effectiveType ?? '');
}

/**
 * Whether this browser can use passkeys at this address. They belong to a host name, so there are none at an IP
 * address.
 */
export function passkeysWorkHere(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}
