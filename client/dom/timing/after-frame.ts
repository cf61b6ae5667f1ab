/** The time after which no frame is expected: a hidden page draws none. */
const patienceMs = 200;

const inputs = ['keydown', 'pointerdown'] as const;

/**
 * Runs a task once the next frame is on screen, for work that the user does not wait for. Where a key or press comes
 * first, the task runs before its handlers.
 */
export function afterFrame(task: () => void): void {
  const run = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    for (const input of inputs) window.removeEventListener(input, run, true);
    task();
  };
  let timer = setTimeout(run, patienceMs);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  for (const input of inputs) window.addEventListener(input, run, true);
}
