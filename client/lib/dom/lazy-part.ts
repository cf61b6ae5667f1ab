import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { keepTrying } from './keep-trying.ts';

/**
 * A part of a screen in a chunk of its own. While its code cannot be fetched, `Suspense` shows its fallback and the part
 * comes later. The page is never loaded again for it: the user may be typing.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadCode(load) }));
}

/** The messages of browsers, and of Vite for styles, when a file of code could not be loaded. */
const didNotCome = /dynamically imported module|Importing a module script failed|Unable to preload/;

/**
 * Loads code, and repeats it while the files cannot be fetched. A failure of the code itself is passed on. `onFailure`
 * is called after each failed attempt, and may wait or throw.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  onFailure: (error: Error, attempt: number) => void | Promise<void> = () => undefined,
): Promise<Module> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof Error) || !didNotCome.test(error.message)) throw error;
      await onFailure(error, attempt);
      await untilNextAttempt(attempt);
    }
  }
}

function untilNextAttempt(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = keepTrying(() => {
      stop();
      resolve();
    }, failures);
  });
}
