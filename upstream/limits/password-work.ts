import { availableParallelism } from 'node:os';
import { ApiError } from '../http/api-error.ts';
import type { Count } from '../watch/count.ts';
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts';

/**
 * The queue for argon2, which takes some 20 ms of a core and 19 MiB for each hash. One core stays free for the event
 * loop, and one of libuv's four threads for the disk.
 */
export function createPasswordWork(options: Partial<Omit<FairQueueOptions, 'busy'>> = {}, count?: Count): FairQueue {
  const { lanes = Math.min(Math.max(availableParallelism() - 1, 1), 3) } = options;
  const { mostWaiting = 24 * lanes, mostOfOneSource = 12 * lanes } = options;
  return createFairQueue({ lanes, mostWaiting, mostOfOneSource, busy: () => busy(count) });
}

function busy(count: Count | undefined): ApiError {
  count?.({ of: 'refusal', budget: 'password-queue' });
  return new ApiError('unavailable', 'Too many people are signing in at the moment. Please try again in two seconds.', {
    headers: { 'Retry-After': '2' },
  });
}
