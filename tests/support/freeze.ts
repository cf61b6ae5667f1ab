import { readFileSync } from 'node:fs';

/**
 * Stops a process and all below it, as a frozen machine does: the kernel goes on accepting connections and bytes for them, and
 * nothing answers. Returns what lets them go on.
 */
export function freeze(pid: number): () => void {
  const pids = [pid, ...descendantsOf(pid)];
  for (const each of pids) signal(each, 'SIGSTOP');
  return () => {
    for (const each of pids) signal(each, 'SIGCONT');
  };
}

/** One of the processes below may have ended meanwhile, as with its parent that was killed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === ''
    ? []
    : children.split(' ').flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}
