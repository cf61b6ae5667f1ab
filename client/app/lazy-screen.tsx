import { type ComponentType, lazy, useState } from 'react';
import { reloadIfStale } from './stale-deploy.ts';

/** A screen in a chunk of its own. */
export interface LazyScreen {
  Lazy: ComponentType;
  /** The screen, once its code is here. */
  loaded: () => ComponentType | undefined;
  /** Fetches the screen's code ahead of the navigation. */
  preload: () => Promise<void>;
}

export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let component: ComponentType | undefined;
  const preload = async () => {
    component ??= await load();
  };
  const Lazy = lazy(async () => {
    // Only here, where somebody waits for the screen: a reload for the sake of a prefetch would be rude.
    await preload().catch((error: unknown) => reloadIfStale(error));
    if (!component) throw new Error('The screen did not load.');
    return { default: component };
  });
  return { Lazy, loaded: () => component, preload };
}

/** Once its code is here, a screen renders at once, without a flash of the spinner. */
export function ShowScreen({ screen }: { screen: LazyScreen }) {
  // Decided once per mount: swapping one for the other would remount the screen and lose its state.
  const [Chosen] = useState<ComponentType>(() => screen.loaded() ?? screen.Lazy);
  return <Chosen />;
}
