import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const afterMs = 1000;

/**
 * Gives back, once the start is over, what loading the program took: without memory pressure V8 would keep its young
 * generation as large as that made it for as long as the process idles.
 */
export function releaseStartMemory(): void {
  setTimeout(collectAll, afterMs).unref();
}

/**
 * The collector that V8 runs before it gives up for lack of memory; nobody else can ask it to shrink. It would throw
 * away compiled functions as well, and most measurements of what is compiled anew found it slower: it may not.
 */
export function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--no-flush-bytecode');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--flush-bytecode');
}
