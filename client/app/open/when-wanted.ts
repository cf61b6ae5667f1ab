import { whenQuiet } from '#client/dom/when-quiet.ts';

/** `input` alone: a password manager has filled in the form. */
const signs = ['pointermove', 'touchstart', 'keydown', 'focusin', 'input'];

/** Runs a task once: at the first sign of a user, or when the page is idle, after `idleMs` at the earliest. */
export function whenWanted(run: () => void, idleMs?: number): void {
  const over = new AbortController();
  const runOnce = () => {
    if (over.signal.aborted) return;
    over.abort();
    run();
  };
  for (const sign of signs) window.addEventListener(sign, runOnce, { signal: over.signal, passive: true });
  whenQuiet(runOnce, idleMs);
}
