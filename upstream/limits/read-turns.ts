import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { ApiError } from '../http/api-error.ts';
import type { Count } from '../watch/count.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** Above what the gateway lets through, in all and of one network. */
const [mostWaiting, mostOfOnePerson] = [5000, 250];

/**
 * Two reads of one person run at a time, however many come at once. SQLite answers without a turn of the event loop: before
 * each read it turns, so that calls of others are taken in and wait for two reads at most.
 */
export function createReadTurns(count: Count): FairQueue {
  const busy = () => {
    count({ of: 'refusal', budget: 'read-queue' });
    return new ApiError('unavailable', 'Too many of your calls are waiting. Please try again in a moment.', {
      headers: { 'Retry-After': '1' },
    });
  };
  const queue = createFairQueue({
    ...{ lanes: Number.POSITIVE_INFINITY, lanesOfOneSource: 2 },
    ...{ mostWaiting, mostOfOneSource: mostOfOnePerson, busy },
  });
  return {
    run: (source, gone, work) =>
      queue.run(source, gone, async () => {
        await turnOfTheLoop();
        return work();
      }),
  };
}
