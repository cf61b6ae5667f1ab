import { isStorageFault } from '#upstream/db/storage-fault.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import type { IsHere } from '../push/send-pushes.ts';
import { noticeLetter, stopOf } from './notice-letters.ts';
import { findSendable, listDue, mailLater, noteMailed, takeDue } from './notice-store.ts';

type Parts = Pick<Deps, 'db' | 'mail' | 'secret' | 'now' | 'log'> & { isHere: IsHere };

const minute = 60_000;
/** A person with an open page, or who was here so recently, sees the page: the mail waits until they have gone. */
const presentForMs = 5 * minute;
/** A notification that was not mailed for so long is left to the daily mail. */
const leftAfterMs = 24 * 60 * minute;
const batch = 20;
/** When a notification whose mail could not be made is tried again. */
const againMs = 60 * minute;

/**
 * Queues the mails about notifications that are due, each in the transaction that takes it: two instances never tell of the
 * same one, and a crash in between leaves it due. One that fails is put off and holds nobody else's up. False when nothing
 * is left.
 */
export async function mailNotices(parts: Parts): Promise<boolean> {
  const { db, now, log } = parts;
  const due = await listDue(db, now(), batch);
  for (const notice of due)
    try {
      await mailNotice(parts, notice);
    } catch (error) {
      if (isStorageFault(error)) throw error;
      log.error({ err: error, notification: notice.id }, 'a mail about a notification could not be made');
      await mailLater(db, [notice.id], now() + againMs);
    }
  return due.length === batch;
}

async function mailNotice(parts: Parts, due: { id: string; userId: string }): Promise<void> {
  const { db, mail, secret, now, isHere } = parts;
  const at = now();
  const hasPage = await isHere(due.userId);
  await transact(db, async (trx) => {
    if (!(await takeDue(trx, due.id, at))) return;
    const [notice] = await findSendable(trx, [due.id]);
    if (notice === undefined) return;
    const { id, userId, emailId, kind, createdAt, lastSeenAt } = notice;
    const chosen = await preferencesOf(trx, userId);
    if (!chosen.notify[kind].mail || createdAt <= at - leftAfterMs) return;
    if (hasPage || (lastSeenAt > at - presentForMs && lastSeenAt <= at)) return mailLater(trx, [id], at + presentForMs);
    const letter = noticeLetter(notice, mail, stopOf(mail, secret, userId, kind));
    await mail.queue(trx, { userId, to: emailId, kind: `notice-${kind}`, letter, noticeId: id });
    await noteMailed(trx, [id], at);
  });
}

/** Whether a mail that waits in the outbox is still to be sent. */
export async function isNoticeDue({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> {
  const [notice] = await findSendable(db, [id]);
  return notice !== undefined && (await preferencesOf(db, notice.userId)).notify[notice.kind].mail;
}
