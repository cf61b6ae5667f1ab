/** `input` alone: a password manager has filled in the form. */
const signs = ['pointermove', 'touchstart', 'keydown', 'focusin', 'input'];

/** Runs a task once, at the first sign of a user. A page that nobody touches fetches no more than it shows. */
export function whenWanted(run: () => void): void {
  const over = new AbortController();
  const runOnce = () => {
    over.abort();
    run();
  };
  for (const sign of signs) window.addEventListener(sign, runOnce, { signal: over.signal, passive: true });
}
