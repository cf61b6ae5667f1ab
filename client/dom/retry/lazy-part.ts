import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadCode } from './load-code.ts';

/**
 * A part of a screen in a chunk of its own. While its code cannot be fetched, `Suspense` shows its fallback and the part
 * comes later. The page is never loaded again for it: the user may be typing.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }));
}
