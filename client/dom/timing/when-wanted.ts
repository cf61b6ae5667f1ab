import { whenQuiet } from './when-quiet.ts';

/** `input` alone: a password manager has filled in the form. Not `focusin`: screens move the focus themselves. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'input'];

/**
 * Runs a task once, at the first sign of a user; with `idleMs`, also without one when the browser is idle, after this time at the
 * earliest. Returns how to call it off.
 */
export function whenWanted(run: () => void, idleMs?: number): () => void {
  const over = new AbortController();
  const runOnce = () => {
    if (over.signal.aborted) return;
    over.abort();
    run();
  };
  for (const sign of signs) window.addEventListener(sign, runOnce, { signal: over.signal, passive: true });
  const stopWaiting = idleMs === undefined ? undefined : whenQuiet(runOnce, idleMs);
  return () => {
    over.abort();
    stopWaiting?.();
  };
}

/** A press or a drag is over by then. */
const restMs = 1000;

/**
 * Like `whenWanted`, for a task that the press or drag itself does not need: runs it a second after the sign, when the
 * browser is idle. Code that is fetched and evaluated in that second would delay the answer to the press.
 */
export function onceWanted(run: () => void, idleMs?: number): () => void {
  let stop = whenWanted(() => {
    stop = whenQuiet(run, restMs);
  }, idleMs);
  return () => stop();
}
