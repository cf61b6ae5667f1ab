import { setImmediate } from 'node:timers/promises';

/**
 * Runs one batch at a time; items that arrive meanwhile form the next batch. Each SQLite commit waits for the disk, so
 * that many messages then share one wait.
 */
export function createBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  most = 200,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;

  const work = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      // Also take the items that are added in the same turn of the event loop.
      await setImmediate();
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void work();
    });
}
