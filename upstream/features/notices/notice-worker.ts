import type { Deps } from '#upstream/deps.ts';
import type { IsHere } from '../push/send-pushes.ts';
import { mailDigests } from './mail-digests.ts';
import { mailNotices } from './mail-notices.ts';

/** How often an instance looks for mails that have become due. */
const lookEveryMs = 20_000;

/** Queues mails about notifications, and the daily ones, when they are due. Returns a function that stops it. */
export function startNoticeWorker(deps: Deps & { isHere: IsHere }, everyMs = lookEveryMs): () => Promise<void> {
  let stopping = deps.mail.mode === 'none';
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      for (const work of [mailNotices, mailDigests]) while (!stopping && (await work(deps)));
    } catch (error) {
      // The rows that were not mailed are due again, because their transactions were rolled back.
      deps.trouble('database', error);
    }
    schedule();
  };
  const schedule = (): void => {
    if (stopping) return;
    timer = setTimeout(() => {
      running = look();
    }, everyMs);
    timer.unref();
  };
  schedule();
  return () => {
    stopping = true;
    clearTimeout(timer);
    return running;
  };
}
