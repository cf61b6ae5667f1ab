import type { Deps } from '#upstream/deps.ts';
import { indexWaiting } from './message-words.ts';

/** Enough that messages of a busy conversation are indexed together. */
const afterMs = 1000;
const batch = 20;

/** Indexes new messages a moment after they are stored. Returns a function that stops it and waits for what is under way. */
export function startWordIndex({ db, events, trouble }: Deps): () => Promise<void> {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;

  const run = async () => {
    timer = undefined;
    const ids = [...waiting];
    waiting = new Set();
    try {
      for (let start = 0; start < ids.length && !isStopped; start += batch) {
        const some = ids.slice(start, start + batch);
        while (!isStopped && (await indexWaiting(db, some, batch)));
      }
    } catch (error) {
      // A search, or the next minute, does what was left.
      trouble('database', error);
    }
  };
  const stop = events.on('messageStored', ({ conversationId }) => {
    waiting.add(conversationId);
    timer ??= setTimeout(() => {
      running = running.then(run);
    }, afterMs).unref();
  });
  return () => {
    isStopped = true;
    stop();
    clearTimeout(timer);
    return running;
  };
}
