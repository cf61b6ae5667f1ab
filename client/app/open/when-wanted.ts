import { whenQuiet } from '#client/dom/when-quiet.ts';

const signs = ['pointermove', 'touchstart', 'keydown', 'focusin'];

/** Runs a task once: at the first sign of a user, or when the page is idle. */
export function whenWanted(run: () => void): void {
  const over = new AbortController();
  const runOnce = () => {
    if (over.signal.aborted) return;
    over.abort();
    run();
  };
  for (const sign of signs) window.addEventListener(sign, runOnce, { signal: over.signal, passive: true });
  whenQuiet(runOnce);
}
