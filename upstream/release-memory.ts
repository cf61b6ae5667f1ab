import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const afterMs = 1000;

/**
 * Releases, shortly after start, the memory that loading the program took. Without memory pressure V8 would keep its
 * young generation at that size for as long as the process is idle.
 */
export function releaseStartMemory(): void {
  setTimeout(collectAll, afterMs).unref();
}

/**
 * Runs V8's last-resort collection, the only one that shrinks the heap. It would also discard compiled functions, which
 * most measurements found slower than keeping them; `--no-flush-bytecode` prevents that.
 */
function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--no-flush-bytecode');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--flush-bytecode');
}
