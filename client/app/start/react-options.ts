import { reportErrors } from './report-errors.ts';

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
