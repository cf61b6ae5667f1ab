const checkEveryMs = 500;

/**
 * Calls back once when the process that started this one has ended. `npm start` needs it: npm sends a signal to its
 * shell alone, and a shell such as dash ends without passing it on.
 */
export function onParentEnd(handle: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    handle();
  }, checkEveryMs);
  timer.unref();
}
