import type { createBrowserRouter } from 'react-router-dom';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/** Longer than this, the first screen does not wait for its code before the loading gate is drawn, which can say what is wrong. */
const codeMs = 2000;

/** Longer than this, once its code is here, it does not wait for its answers. */
const answersMs = 300;

/**
 * Waits until the first screen can be drawn as a whole: its code is here, and the answers that it shows first, which were
 * asked for with the page. Drawn before, it would be drawn three times: the loading gate, an empty frame, and the screen.
 */
export async function untilDrawable(router: Router, answers: () => Promise<unknown>): Promise<void> {
  await codeIsHere(router, codeMs);
  await Promise.race([answers(), after(answersMs)]);
}

/**
 * Resolves once the router has the code of the screen that the document was opened at, or after that many milliseconds. It
 * no longer listens to the router then: with another listener, React Router forgets to tell its component of a screen
 * whose code comes while that is drawn for the first time, and the loading text would stay for ever.
 */
export function codeIsHere(router: Router, mostMs?: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (router.state.initialized) resolve();
  const stop = router.subscribe(({ initialized }) => initialized && resolve());
  const timer = mostMs === undefined ? undefined : setTimeout(resolve, mostMs);
  return promise.finally(() => {
    stop();
    clearTimeout(timer);
  });
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
