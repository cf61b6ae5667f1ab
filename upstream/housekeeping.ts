import type { Deps } from './deps.ts';
import { deleteExpiredSessions } from './features/auth/session-store.ts';

const hour = 60 * 60 * 1000;

/** Deletes expired rows once an hour. Returns a function that stops it. */
export function keepHouse({ db, log, now }: Deps, everyMs = hour): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = deleteExpiredSessions(db, now()).catch((error: unknown) => {
      log.warn({ err: error }, 'expired sessions could not be removed');
    });
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
