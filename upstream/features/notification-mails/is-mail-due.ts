import type { Deps } from '#upstream/deps.ts';
import type { SealedMail } from '#upstream/mail/message.ts';
import { beginLink, isLinkValid } from '../email/token-store.ts';
import { isNoticeDue } from './mail-notices.ts';

/** Whether a mail that waits is still to be sent: its notification is unread, and its link works. */
export async function isMailDue({ db, now }: Pick<Deps, 'db' | 'now'>, mail: SealedMail): Promise<boolean> {
  if (mail.noticeId !== undefined && !(await isNoticeDue({ db }, mail.noticeId))) return false;
  return mail.token === undefined || isLinkValid(db, mail.token, now());
}

/** The life of a link begins when its mail was sent, because the mail may have waited for a mail server that was away. */
export async function noteMailSent({ db, now }: Pick<Deps, 'db' | 'now'>, mail: SealedMail): Promise<void> {
  if (mail.token !== undefined) await beginLink(db, mail.token, now());
}
