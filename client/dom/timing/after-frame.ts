/** The time after which no frame is expected: a hidden page draws none. */
const patienceMs = 200;

const inputs = ['keydown', 'pointerdown'] as const;

/**
 * Runs a task once the next frame is on screen, for what the user does not have to wait for. The next key or press finds
 * it done: it runs before their handlers.
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
