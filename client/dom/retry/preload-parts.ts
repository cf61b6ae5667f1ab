import { loads } from './lazy-part.ts';

/** Fetches the code of all parts of the screens loaded so far, one after the other. Failures are ignored here. */
export async function preloadParts(): Promise<void> {
  for (const load of loads) await Promise.allSettled([load()]);
}
