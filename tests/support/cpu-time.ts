/** Runs `work` and tells the processor time in ms that it took on this thread: about the same on a busy machine. */
export function withCpuTime<Result>(work: () => Result): { result: Result; cpuMs: number } {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}
