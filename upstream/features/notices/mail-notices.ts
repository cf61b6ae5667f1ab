import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { preferencesOf, preferencesOfMany } from '../preferences/preferences-store.ts';
import { noticeLetter, stopOf } from './notice-letters.ts';
import { findSendable, mailLater, noteMailed, takeDue } from './notice-store.ts';

type Parts = Pick<Deps, 'db' | 'engine' | 'mail' | 'secret' | 'now'>;

const minute = 60_000;
/** A person who was here so recently sees the page: the mail waits until they have gone. */
const presentForMs = 5 * minute;
/** A notification that was not mailed for so long is left to the daily mail. */
const leftAfterMs = 24 * 60 * minute;
/** Short enough that the transaction holds nobody up. */
const batch = 20;

/**
 * Queues the mails about notifications that are due, in the transaction that takes them: two instances never tell of the
 * same one, and a crash in between leaves it due. False when nothing is left.
 */
export async function mailNotices({ db, engine, mail, secret, now }: Parts): Promise<boolean> {
  return transact(db, async (trx) => {
    const at = now();
    const taken = await takeDue(trx, engine, at, batch);
    const sendable = await findSendable(trx, taken);
    const chosen = await preferencesOfMany(
      trx,
      sendable.map(({ userId }) => userId),
    );
    const wanted = sendable.filter(
      ({ userId, kind, createdAt }) => chosen.get(userId)?.notify[kind].mail === true && createdAt > at - leftAfterMs,
    );
    const isHere = ({ lastSeenAt }: { lastSeenAt: number }) => lastSeenAt > at - presentForMs && lastSeenAt <= at;
    const absent = wanted.filter((notice) => !isHere(notice));
    for (const notice of absent) {
      const { id, userId, emailId, kind } = notice;
      const letter = noticeLetter(notice, mail, stopOf(mail, secret, userId, kind));
      await mail.queue(trx, { userId, to: emailId, kind: `notice-${kind}`, letter, noticeId: id });
    }
    await noteMailed(trx, idsOf(absent), at);
    await mailLater(trx, idsOf(wanted.filter(isHere)), at + presentForMs);
    return taken.length === batch;
  });
}

/** Whether a mail that waits in the outbox is still to be sent. */
export async function isNoticeDue({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> {
  const [notice] = await findSendable(db, [id]);
  return notice !== undefined && (await preferencesOf(db, notice.userId)).notify[notice.kind].mail;
}

function idsOf(notices: readonly { id: string }[]): string[] {
  return notices.map(({ id }) => id);
}
