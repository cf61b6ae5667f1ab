import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { ApiError } from '#upstream/http/api-error.ts';
import { createFairQueue } from '#upstream/limits/fair-queue.ts';
import type { Limits } from '#upstream/limits/limits.ts';

/** Of one search: enough for a long word, or for two of usual length. The words after that must be as written. */
export const mostNearWords = 1200;
/** Of one statement on SQLite, which holds the event loop for about 15 µs a word. */
export const nearWordsAtOnce = 200;
/** Of one word, those that occur and are then searched for. */
const mostOccurring = 60;

export interface SearchWork {
  /**
   * Runs the part of a search that looks for near words, at a cost of so many words. Undefined where the person has used
   * up the budget: the search then finds what is written as typed. Throws a 503 where the person runs too many at once.
   */
  run<Result>(
    userId: string,
    cost: number,
    gone: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>;
}

export function createSearchWork(limits: Pick<Limits, 'take'>): SearchWork {
  const queue = createFairQueue({ lanes: 2, mostWaiting: 200, mostOfOneSource: 4, busy });
  return {
    run: (userId, cost, gone, work) =>
      queue.run(userId, gone, async () => {
        try {
          await limits.take('near-words', userId, cost);
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'rate_limited') return undefined;
          throw error;
        }
        return work();
      }),
  };
}

/**
 * Which of the terms occur. `anyOccurs` asks for up to `nearWordsAtOnce` of them with one statement; other work of the
 * process runs between two statements.
 */
export async function occurringTerms(
  terms: readonly string[],
  anyOccurs: (terms: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = [];
  // Halves of a slice that has some come before the next slice.
  const slices: (readonly string[])[] = [];
  for (let at = 0; at < terms.length; at += nearWordsAtOnce) slices.push(terms.slice(at, at + nearWordsAtOnce));
  for (let slice = slices.shift(); slice !== undefined && found.length < mostOccurring; slice = slices.shift()) {
    await turnOfTheLoop();
    if (!(await anyOccurs(slice))) continue;
    const half = Math.ceil(slice.length / 2);
    if (slice.length === 1) found.push(...slice);
    else slices.unshift(slice.slice(0, half), slice.slice(half));
  }
  return found;
}

function busy(): ApiError {
  return new ApiError('unavailable', 'Several of your searches are running. Please try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
}
