import { type ComponentType, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { loadAgain } from '#client/dom/retry/load-again.ts';
import type { BeginScreen } from '#client/store/begin-screen.ts';
import { FullScreenSpinner } from '#client/ui/state/spinner.tsx';
import { hungAfterMs } from './start/hung-code.ts';
import { reloadIfStale } from './start/stale-deploy.ts';
import { WaitingForCode } from './waiting-for-code.tsx';

/** The component of a screen, and how its first data are loaded before it is drawn. */
export type ScreenComponent = ComponentType & { begin?: BeginScreen };

/** A screen in a chunk of its own. */
export interface LazyScreen {
  Lazy: ComponentType;
  /** The component, once its code is loaded. */
  loaded: () => ScreenComponent | undefined;
  /** Fetches the screen's code ahead of the navigation. */
  preload: () => Promise<void>;
  /** Whether its code could not be fetched so far, and is tried again; for `useSyncExternalStore`. */
  hasFailed: () => boolean;
  subscribe: (onChange: () => void) => () => void;
}

export function lazyScreen(load: () => Promise<ScreenComponent>): LazyScreen {
  let component: ScreenComponent | undefined;
  let failed = false;
  const listeners = new Set<() => void>();
  const setFailed = (now: boolean) => {
    failed = now;
    for (const listener of listeners) listener();
  };
  const preload = async () => {
    component ??= await load();
  };
  const Lazy = lazy(async () => {
    await loadAgain(preload, async (error, attempt) => {
      setFailed(true);
      // Only for a screen that is opened, not for a prefetch: it would reload the page while the user works.
      await reloadIfStale(error, attempt > 0);
    });
    setFailed(false);
    if (!component) throw new Error('The screen did not load.');
    return { default: component };
  });
  return {
    Lazy,
    loaded: () => component,
    preload,
    hasFailed: () => failed,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Renders the loaded screen directly, because `lazy` would show the spinner for a moment. */
export function ShowScreen({ screen }: { screen: LazyScreen }) {
  // Decided once per mount: swapping one for the other would remount the screen and lose its state.
  const [Chosen] = useState<ComponentType>(() => screen.loaded() ?? screen.Lazy);
  return <Chosen />;
}

/** Where this document was opened: loading it again for its own screen could go on without end. Node, which prerenders, has none. */
const openedAt = globalThis.location?.pathname;

/** The fallback while a screen's code loads. Where the code of another screen hangs, the browser opens the address itself. */
export function ScreenOnTheWay({ screen }: { screen: LazyScreen }) {
  const hasFailed = useSyncExternalStore(screen.subscribe, screen.hasFailed);
  const mayHang = !hasFailed && location.pathname !== openedAt;
  useEffect(() => {
    if (!mayHang) return;
    const timer = setTimeout(() => location.reload(), hungAfterMs);
    return () => clearTimeout(timer);
  }, [mayHang]);
  return hasFailed ? <WaitingForCode /> : <FullScreenSpinner />;
}
