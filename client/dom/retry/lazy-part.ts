import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadCode } from './load-code.ts';

/** The loaders of the lazy parts of the mounted screens, for `preloadParts`. */
export const loads = new Set<() => Promise<unknown>>();

/** Lets `preloadParts` fetch this code ahead. */
export function ahead<Module>(load: () => Promise<Module>): () => Promise<Module> {
  loads.add(load);
  return load;
}

/**
 * A part of a screen in a chunk of its own. While its code cannot be fetched, `Suspense` shows its fallback and the part
 * comes later. The page is never loaded again for it: the user may be typing.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  ahead(load);
  return lazy(async () => ({ default: await loadCode(load) }));
}
