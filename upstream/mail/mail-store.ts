import type { Selectable } from 'kysely';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
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

export interface Lease {
  /** A name of the worker that no other has. */
  owner: string;
  now: number;
  until: number;
}

/** Takes up to `limit` mails that are due, the longest waiting ones first. Workers that ask together get different ones. */
export async function leaseMails(db: Db, engine: Engine, lease: Lease, limit: number): Promise<StoredMail[]> {
  return db
    .updateTable('mail_outbox')
    .set({ lease_by: lease.owner, lease_until: lease.until })
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('mail_outbox')
        .select('id')
        .where('next_at', '<=', lease.now)
        .where('lease_until', '<=', lease.now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit)
        // SQLite has one writer at a time, so that the statement cannot meet another.
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute();
}

/** While the mail is being sent, so that a slow mail server does not make two of one mail. */
export async function renewLease(db: Db, id: string, { owner, until }: Omit<Lease, 'now'>): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('lease_by', '=', owner)
    .execute();
}

/** The mail server has taken it, or it is given up. Only the worker that holds the lease decides about a mail. */
export async function deleteMail(db: Db, id: string, owner: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', id).where('lease_by', '=', owner).execute();
}

export async function retryMail(db: Db, id: string, owner: string, next: { at: number; tries: number }): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ next_at: next.at, tries: next.tries, lease_until: 0, lease_by: '' })
    .where('id', '=', id)
    .where('lease_by', '=', owner)
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

/** How many mails wait, and since when the oldest one does. */
export async function countWaiting(db: Db): Promise<{ waiting: number; oldestAt: number | undefined }> {
  const row = await db
    .selectFrom('mail_outbox')
    .select((builder) => [builder.fn.countAll<number>().as('waiting'), builder.fn.min('created_at').as('oldest')])
    .executeTakeFirst();
  return { waiting: Number(row?.waiting ?? 0), oldestAt: row?.oldest == null ? undefined : Number(row.oldest) };
}
