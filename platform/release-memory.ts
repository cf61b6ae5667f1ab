import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const afterMs = 1000;

/**
 * Returns the memory that loading the program took, a second after the start. Without memory pressure V8 keeps its
 * young generation at the size of the start for as long as the process idles.
 */
export function releaseStartMemory(): void {
  setTimeout(collectAll, afterMs).unref();
}

/**
 * Runs V8's last-resort collection, the only one that shrinks the heap. It would also drop compiled functions, which
 * made later requests slower in most measurements, so that bytecode flushing is off meanwhile.
 */
export function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--no-flush-bytecode');
  // Node makes the entries of its tick queue with an object literal that V8 compiles for one hidden class. The collection
  // drops that class where no entry is alive, and every later `process.nextTick` would be slow: 6 µs of each call.
  process.nextTick(() => undefined);
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--flush-bytecode');
}
