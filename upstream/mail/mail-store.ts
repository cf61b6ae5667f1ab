import type { Selectable } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { MailRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';

export type StoredMail = Selectable<MailRow>;

/** Stores a mail in the transaction of what causes it: both are committed, or neither. */
export async function insertMail(
  trx: Trx,
  mail: { userId: string | null; kind: string; sealed: string; noticeId: string | undefined; now: number },
): Promise<void> {
  await trx
    .insertInto('mail_outbox')
    .values({
      id: newId(mail.now),
      user_id: mail.userId,
      kind: mail.kind,
      sealed: mail.sealed,
      notice_id: mail.noticeId ?? null,
      created_at: mail.now,
      next_at: mail.now,
    })
    .execute();
}

/** For the account that is deleted. */
export async function deleteMailsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('mail_outbox').where('user_id', '=', userId).execute();
}

/** For the export of an account. */
export async function waitingMailsOf(db: Db, userId: string): Promise<Pick<StoredMail, 'kind' | 'created_at'>[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['kind', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(1000)
    .execute();
}
