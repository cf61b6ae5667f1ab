import type { Db, Trx } from '#upstream/db/connection.ts';
import { newId } from '#upstream/ids.ts';
import { deleteJobsOf, insertJob, type Priority } from '#upstream/jobs/job-store.ts';

/** The kind of the jobs that send mails. Their key is also the mail's Message-ID. */
export const mailKind = 'mail';

export interface NewStoredMail {
  userId: string | null;
  /** The kind of the mail, such as `verify` or `password-reset`. */
  kind: string;
  sealed: string;
  priority: Priority;
  now: number;
}

/** Stores a mail in the transaction of what causes it: both are committed, or neither. */
export async function insertMail(trx: Trx, { kind, sealed, now, ...mail }: NewStoredMail): Promise<void> {
  await insertJob(trx, { ...mail, kind: mailKind, key: newId(now), label: kind, body: sealed, now });
}

/** Deletes the mails that wait for an account which is deleted, or leaves. */
export async function deleteMailsOf(trx: Trx, userId: string): Promise<void> {
  await deleteJobsOf(trx, userId, mailKind);
}

/** For the export of an account. */
export async function waitingMailsOf(db: Db, userId: string): Promise<{ kind: string; created_at: number }[]> {
  return db
    .selectFrom('jobs')
    .select(['label as kind', 'created_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', mailKind)
    .orderBy('key')
    .limit(1000)
    .execute();
}

/** Seals the mails that wait anew; `seal` answers undefined for one that stays as it is. Returns how many it has changed. */
export async function changeSealedMails(db: Db, seal: (sealed: string) => string | undefined): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('jobs')
      .select(['key', 'body'])
      .where('kind', '=', mailKind)
      .where('key', '>', after)
      .orderBy('key')
      .limit(500)
      .execute();
    for (const { key, body } of rows) {
      const sealed = seal(body);
      if (sealed === undefined) continue;
      await db.updateTable('jobs').set({ body: sealed }).where('kind', '=', mailKind).where('key', '=', key).execute();
      count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.key;
  }
}
