/**
 * Runs the work, and answers the most processor time, in milliseconds, that this thread has spent between two turns of
 * the event loop: for how long the work holds the loop on an idle machine, whatever else runs on this one.
 */
export async function heldLoop(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let turnedAt = threadTime();
  const note = () => {
    longest = Math.max(longest, threadTime() - turnedAt);
    turnedAt = threadTime();
  };
  let next = setImmediate(function turn() {
    note();
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  note();
  return longest;
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
