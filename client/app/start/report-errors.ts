import { browserReportsPath } from '#shared/entry-paths.ts';

/** A broken page can raise the same error again and again. */
const mostReports = 5;

type Send = (path: string, body: Blob) => unknown;

/**
 * Reports uncaught errors to the gateway: the error's class, the place in the built files and the page's path. The message
 * is left out, because it may quote what a person typed. Returns a function that reports an error caught by React.
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

/** For React's roots: errors go to the console and, in a build, to the gateway, which alone accepts reports. */
export function reportingOptions() {
  const report = import.meta.env.PROD ? reportErrors() : undefined;
  return {
    onCaughtError(error: unknown) {
      console.error(error);
      report?.(error);
    },
  };
}
