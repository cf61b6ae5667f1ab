import type { Db } from './db/connection.ts';
import { transact } from './db/transaction.ts';
import type { Deps } from './deps.ts';
import { adminActionsKeptMs, deleteOldAdminActions } from './features/admin/admin-store.ts';
import { deleteExpiredSessions } from './features/auth/session-store.ts';
import { deleteExpiredTokens } from './features/email/token-store.ts';
import { deleteOldHistory, historyKeptMs } from './features/history/history-store.ts';
import { eraseDue } from './features/leaving/erase-due.ts';
import { deleteUnusedPictures, unusedPicturesKeptMs } from './features/media/media-store.ts';
import { caseActionsKeptMs, deleteOldCaseActions } from './features/moderation/case-log.ts';
import { adoptReports, deleteEmptyCases } from './features/moderation/open-case.ts';
import { endOverSuspensions } from './features/moderation/suspension.ts';
import { deleteOldNoticeLimits, noticeLimitsKeptMs } from './features/notifications/notice-limits.ts';
import { deleteOldNotifications, notificationsKeptMs } from './features/notifications/notification-store.ts';
import { deleteOldChallenges } from './features/passkeys/passkey-store.ts';
import { deleteOldNewAsks, newAsksKeptMs } from './features/requests/new-asks.ts';
import { closedReportsKeptMs, deleteOldReports } from './features/safety/report-store.ts';
import { deleteAbandonedStarts } from './features/totp/second-factor-store.ts';

const hour = 60 * 60 * 1000;

export interface Housekeeping {
  /** One turn between the hourly ones. Never rejects. */
  run: () => Promise<void>;
  /** Resolves when the turns under way have ended. */
  stop: () => Promise<void>;
}

/** Deletes expired rows, and accounts whose owners have left, once an hour. */
export function keepHouse(deps: Deps, everyMs = hour): Housekeeping {
  const { db, log, now } = deps;
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(() => deleteExpired(db, now()))
      .then(() => eraseDue(deps))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'expired rows could not be removed');
      });
    return running;
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  return {
    run,
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

async function deleteExpired(db: Db, now: number): Promise<void> {
  await deleteExpiredSessions(db, now);
  await deleteExpiredTokens(db, now);
  await deleteOldNotifications(db, now - notificationsKeptMs);
  await deleteOldNoticeLimits(db, now - noticeLimitsKeptMs);
  await deleteOldNewAsks(db, now - newAsksKeptMs);
  await deleteOldReports(db, now - closedReportsKeptMs);
  await deleteEmptyCases(db);
  await transact(db, adoptReports);
  await endOverSuspensions(db, now);
  await deleteUnusedPictures(db, now, now - unusedPicturesKeptMs);
  await deleteOldChallenges(db, now);
  await deleteAbandonedStarts(db, now);
  await deleteOldHistory(db, now - historyKeptMs);
  await deleteOldAdminActions(db, now - adminActionsKeptMs);
  await deleteOldCaseActions(db, now - caseActionsKeptMs);
}
