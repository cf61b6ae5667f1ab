import { availableParallelism } from 'node:os';
import { type RefusalByBudget, refusals } from '#platform/telemetry/refusals.ts';
import { ApiError } from '../http/api-error.ts';
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts';

/**
 * The queue for argon2, which takes some 20 ms of a core and 19 MiB for each hash. One core stays free for the event
 * loop, and one of libuv's four threads for the disk.
 */
export function createPasswordWork(options: Partial<Omit<FairQueueOptions, 'busy'>> = {}): FairQueue {
  const { lanes = Math.min(Math.max(availableParallelism() - 1, 1), 3) } = options;
  const { mostWaiting = 24 * lanes, mostOfOneSource = 12 * lanes } = options;
  return createFairQueue({ lanes, mostWaiting, mostOfOneSource, busy });
}

function busy(): ApiError {
  refusals.publish({ budget: 'password-queue' } satisfies RefusalByBudget);
  return new ApiError('unavailable', 'Too many people are signing in at the moment. Please try again in two seconds.', {
    headers: { 'Retry-After': '2' },
  });
}
