import { type ReactNode, useDeferredValue, useLayoutEffect } from 'react';

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

interface Props {
  children: ReactNode;
  /** Called when other children are on screen. */
  onShown?: () => void;
}

/**
 * Renders its first children at once, and later ones when the browser has shown the frame that answers the user's press:
 * for content that takes long to render. Presses in between interrupt it.
 */
export function AfterNextFrame({ children, onShown }: Props) {
  const shown = useDeferredValue(children);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is an occasion of its own
  useLayoutEffect(() => {
    onShown?.();
  }, [shown]);
  return shown;
}

/** By then an opened screen has its code, answers and pictures, so that the task competes with none of them. */
const screenMs = 3000;

/** After this time the task runs even where the browser is busy. */
const busyMs = 1000;

/**
 * Runs a task that the user does not wait for, once the screen has what it needs and the browser is idle. `afterMs` is how long
 * the screen still needs. Returns how to call it off.
 */
export function whenQuiet(run: () => void, afterMs = screenMs): () => void {
  let callOff = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback !== 'function') return run();
    const handle = requestIdleCallback(run, { timeout: busyMs });
    callOff = () => cancelIdleCallback(handle);
  }, afterMs);
  return () => callOff();
}
