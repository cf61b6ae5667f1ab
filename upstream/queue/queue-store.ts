import { type Selectable, sql } from 'kysely';
import type { Db, Engine } from '#upstream/db/connection.ts';
import type { MailRow, PushRow } from '#upstream/db/schema.ts';

/** The tables that are queues. */
export interface Queues {
  mail_outbox: Selectable<MailRow>;
  push_outbox: Selectable<PushRow>;
}
export type QueueName = keyof Queues;

export interface Lease {
  /** A name of the worker that no other has. */
  owner: string;
  now: number;
  until: number;
}

export interface Claim extends Lease {
  limit: number;
  /** Leaves out the rows with one of these values in the column. */
  without?: { column: string; values: readonly string[] };
}

/** Takes rows that are due, the longest waiting ones first. Workers that ask together get different ones. */
export async function claim<Name extends QueueName>(
  db: Db,
  engine: Engine,
  name: Name,
  { owner, now, until, limit, without }: Claim,
): Promise<Queues[Name][]> {
  const rows = await db
    // Read once: as a subquery of the update it could be read again for each row, and then skips what it has just taken.
    .with(
      (cte) => cte('due').materialized(),
      (builder) =>
        builder
          .selectFrom(sameColumns(name))
          .select('id')
          .where('next_at', '<=', now)
          .where('lease_until', '<=', now)
          .$if(without !== undefined && without.values.length > 0, (query) =>
            query.where(sql.ref(without?.column ?? ''), 'not in', without?.values ?? []),
          )
          .orderBy('next_at')
          .orderBy('id')
          .limit(limit)
          // SQLite has one writer at a time, so that the statement cannot meet another.
          .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .updateTable(sameColumns(name))
    .set({ lease_by: owner, lease_until: until })
    .where('id', 'in', (builder) => builder.selectFrom('due').select('due.id'))
    .returningAll()
    .execute();
  return rows as unknown as Queues[Name][];
}

/** While the row is being sent, so that a slow receiver does not get it twice. */
export async function renewLease(
  db: Db,
  name: QueueName,
  id: string,
  { owner, until }: Omit<Lease, 'now'>,
): Promise<void> {
  await db
    .updateTable(sameColumns(name))
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('lease_by', '=', owner)
    .execute();
}

/** Deletes a row that was sent or is given up. Only the worker that holds the lease decides about a row. */
export async function removeRow(db: Db, name: QueueName, id: string, owner: string): Promise<void> {
  await db.deleteFrom(sameColumns(name)).where('id', '=', id).where('lease_by', '=', owner).execute();
}

export async function putBack(
  db: Db,
  name: QueueName,
  id: string,
  owner: string,
  next: { at: number; tries: number },
): Promise<void> {
  await db
    .updateTable(sameColumns(name))
    .set({ next_at: next.at, tries: next.tries, lease_until: 0, lease_by: '' })
    .where('id', '=', id)
    .where('lease_by', '=', owner)
    .execute();
}

/** How many rows wait, and since when the oldest one does. */
export async function countWaiting(
  db: Db,
  name: QueueName,
): Promise<{ waiting: number; oldestAt: number | undefined }> {
  const row = await db
    .selectFrom(sameColumns(name))
    .select((builder) => [builder.fn.countAll<number>().as('waiting'), builder.fn.min('created_at').as('oldest')])
    .executeTakeFirst();
  return { waiting: Number(row?.waiting ?? 0), oldestAt: row?.oldest == null ? undefined : Number(row.oldest) };
}

/** All queues have the columns that these statements name, and Kysely's types know one table at a time. */
function sameColumns(name: QueueName): 'mail_outbox' {
  return name as 'mail_outbox';
}
