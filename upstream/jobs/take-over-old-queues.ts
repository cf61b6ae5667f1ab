import { sql } from 'kysely';
import type { Db, Engine } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { NewJob } from './job-store.ts';
import type { BatchTurn } from './turns.ts';

const batch = 100;

/** The rows of a queue from before `jobs`, as jobs. */
export interface OldQueue {
  table: 'mail_outbox' | 'push_outbox';
  jobOf(row: OldRow): Omit<NewJob, 'now'>;
}

/** The columns of both tables. */
export interface OldRow {
  id: string;
  user_id: string | null;
  kind: string;
  sealed: string;
  notice_id: string | null;
  subscription_id: string;
  notification_id: string;
  service: string;
  created_at: number;
  next_at: number;
  tries: number;
}

export function takeOverTurn(db: Db, engine: Engine, queue: OldQueue): BatchTurn {
  return { kind: `take over ${queue.table}`, everyMs: 5000, batch: (now) => takeOver(db, engine, queue, now) };
}

/**
 * Moves what an instance of the version before has queued into `jobs`. Such an instance goes on sending what it has leased:
 * that row is left to it until the lease ends. Answers whether more may be left.
 */
export function takeOver(db: Db, engine: Engine, { table, jobOf }: OldQueue, now: number): Promise<boolean> {
  return transact(db, async (trx) => {
    const lock = engine === 'postgres' ? sql`for update skip locked` : sql``;
    const { rows } = await sql<OldRow>`
      select * from ${sql.table(table)} where lease_until <= ${now} order by id limit ${batch} ${lock}`.execute(trx);
    for (const row of rows) {
      const { userId, ...job } = jobOf(row);
      await trx
        .insertInto('jobs')
        .values({ ...job, user_id: userId, created_at: row.created_at, due_at: row.next_at, tries: row.tries })
        // The job that is there is a newer push message for the same notification.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await sql`delete from ${sql.table(table)} where id = ${row.id}`.execute(trx);
    }
    return rows.length === batch;
  });
}
