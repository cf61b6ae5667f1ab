import { onceWanted } from './when-wanted.ts';

/** The first screen has its code and data by then. */
const screenMs = 4000;
/** After that, without a sign of the user. */
const idleMs = 6000;

interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the user or their line asks for few bytes. Only some browsers tell. */
function isLineScarce(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return connection?.saveData === true || /[23]g$/.test(connection?.effectiveType ?? '');
}

/**
 * Runs a task that only makes something later faster: some seconds after the page has started, soon after the next sign of
 * the user or when the browser is idle. Never on a line that is slow or to be saved. Returns how to call it off.
 */
export function whenSpare(run: () => void): () => void {
  if (isLineScarce()) return () => undefined;
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    stop = onceWanted(run, idleMs);
  }, screenMs);
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}
