import { day, minute } from '#shared/durations.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import type { ItemTurn } from '#upstream/jobs/turns.ts';
import type { SealedMail } from '#upstream/mail/message.ts';
import { beginLink, isLinkValid } from '../email/links.ts';
import { findNotification } from '../notifications/notification-store.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import type { IsHere } from '../push/send-pushes.ts';
import { noticeLetter, stopOf } from './notice-letters.ts';
import { bringForward, dueNotices, findSendable, mailLater, noteMailed, takeDue } from './notice-store.ts';

type Parts = Pick<Deps, 'db' | 'mail' | 'secret'> & { isHere: IsHere };

/** A person with an open page, or who was here so recently, sees the page: the mail waits until they have gone. */
const presentForMs = 5 * minute;
/** A notification that was not mailed for so long is old: it waits on the page. */
const leftAfterMs = day;
/** The pauses between so many attempts are about a day. */
const mostTries = 30;

/**
 * Queues the mails about notifications that are due, each in the transaction that takes it: two instances never tell of the
 * same one, and a crash in between leaves it due.
 */
export function noticesTurn(parts: Parts): ItemTurn {
  const kind = 'notices';
  return {
    kind,
    everyMs: 20_000,
    mostTries,
    due: dueNotices(parts.db, kind),
    one: (id, now) => mailNotice(parts, id, now),
  };
}

async function mailNotice(parts: Parts, dueId: string, at: number): Promise<void> {
  const { db, mail, secret, isHere } = parts;
  const found = await findNotification(db, dueId);
  if (found === undefined) return;
  const hasPage = await isHere(found.user_id);
  await transact(db, async (trx) => {
    if (!(await takeDue(trx, dueId, at))) return;
    const notice = await findSendable(trx, dueId);
    if (notice === undefined) return;
    const { id, userId, emailId, kind, createdAt, lastSeenAt } = notice;
    const chosen = await preferencesOf(trx, userId);
    if (!chosen.notify[kind].mail || createdAt <= at - leftAfterMs) return;
    // Each time for longer: when the person closes the last page, `mailWhenLeft` brings it forward.
    if (hasPage) return mailLater(trx, id, at + Math.max(presentForMs, at - createdAt));
    if (lastSeenAt > at - presentForMs && lastSeenAt <= at) return mailLater(trx, id, at + presentForMs);
    const letter = noticeLetter(notice, mail, stopOf(mail, secret, userId, kind));
    const priority = priorities.last;
    await mail.queue(trx, { userId, to: emailId, kind: `notice-${kind}`, priority, letter, noticeId: id });
    await noteMailed(trx, id, at);
  });
}

/** Lets what was put off while people were here be mailed soon after they have left. Returns a function that stops it. */
export function mailWhenLeft({ db, events, now }: Pick<Deps, 'db' | 'events' | 'now'>): () => void {
  return events.on('left', ({ userId }) => bringForward(db, userId, now() + presentForMs));
}

/** Whether a mail that waits in the outbox is still to be sent. */
export async function isNoticeDue({ db }: Pick<Deps, 'db'>, id: string): Promise<boolean> {
  const notice = await findSendable(db, id);
  return notice !== undefined && (await preferencesOf(db, notice.userId)).notify[notice.kind].mail;
}

/** Whether a mail that waits is still to be sent: its notification is unread, and its link works. */
export async function isMailDue({ db, now }: Pick<Deps, 'db' | 'now'>, mail: SealedMail): Promise<boolean> {
  if (mail.noticeId !== undefined && !(await isNoticeDue({ db }, mail.noticeId))) return false;
  return mail.token === undefined || isLinkValid(db, mail.token, now());
}

/** The life of a link begins when its mail was sent, because the mail may have waited for a mail server that was away. */
export async function noteMailSent({ db, now }: Pick<Deps, 'db' | 'now'>, mail: SealedMail): Promise<void> {
  if (mail.token !== undefined) await beginLink(db, mail.token, now());
}
