import { browserReportsPath } from '#shared/entry-paths.ts';

/** One broken page makes the same error again and again. */
const mostReports = 5;

type Send = (path: string, body: Blob) => unknown;

/**
 * Sends uncaught errors to the gateway, whose operator would not hear of them otherwise: the error's class, the place in
 * the built files and the page's path. Its message stays here, because it may quote what a person typed. Returns the
 * function that reports an error which React has caught.
 */
export function reportErrors(
  target: EventTarget = window,
  send: Send = (path, body) => navigator.sendBeacon(path, body),
): (error: unknown) => void {
  let left = mostReports;
  const report = (error: unknown): void => {
    if (!(error instanceof Error) || left <= 0) return;
    left -= 1;
    const [at] = /[\w.-]+\.js:\d+:\d+/.exec(error.stack ?? '') ?? [];
    const body = JSON.stringify({ kind: 'error', name: error.name, at, url: location.pathname });
    send(browserReportsPath, new Blob([body], { type: 'application/json' }));
  };
  target.addEventListener('error', (event) => report((event as ErrorEvent).error));
  target.addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason));
  return report;
}
