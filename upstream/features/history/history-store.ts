import type { Request, Response } from 'express';
import { sql } from 'kysely';
import type { AccountEventKind } from '#shared/api/account/account.ts';
import { day } from '#shared/durations.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { AccountEventRow } from '#upstream/db/schema.ts';
import type { Deps } from '#upstream/deps.ts';
import { cutTimePage, type Page, type TimePage } from '#upstream/http/paging.ts';
import { newId } from '#upstream/ids.ts';
import { type Visit, visitOf } from './visit.ts';

/** Rows older than this are deleted. */
export const historyKeptMs = 90 * day;

/** Appends what happened, where possible in the transaction that causes it. */
export async function noteEvent(
  db: Db,
  { userId, kind, visit, now }: { userId: string; kind: AccountEventKind; visit: Visit; now: number },
): Promise<void> {
  await db
    .insertInto('account_events')
    .values({ id: newId(now), user_id: userId, kind, ...visit, created_at: now })
    .execute();
}

/** A row of the history; refused passwords of one day (UTC) are one row with their number, and so are refused codes. */
export interface HistoryRow extends Omit<AccountEventRow, 'user_id'> {
  count: number;
}

/** Newest first. */
export async function listHistory(
  db: Db,
  userId: string,
  { cursor, limit, since }: TimePage & { since: number },
): Promise<Page<HistoryRow>> {
  const own = sql`from account_events where user_id = ${userId} and created_at > ${since}`;
  const older = cursor ? sql`where (created_at, id) < (${cursor.time}, ${cursor.id})` : sql``;
  const { rows } = await sql<HistoryRow>`
    select id, kind, device, address, created_at, count from (
      select id, kind, device, address, created_at, 1 as count ${own} and kind not in ('refused', 'code-refused')
      union all
      select max(id), kind, '', '', max(created_at), count(*) ${own} and kind in ('refused', 'code-refused')
      group by kind, created_at / ${sql.lit(day)}
    ) as history
    ${older}
    order by created_at desc, id desc
    limit ${limit + 1}`.execute(db);
  return cutTimePage(rows, limit, 'created_at');
}

/**
 * Notes a wrong password or code in the account's history. It is written after the reply, whose time must not tell whether there
 * is such an account; an account that is deleted meanwhile gets no row.
 */
export function noteRefused(
  { db, log, now }: Deps,
  userId: string,
  req: Request,
  res: Response,
  kind: 'refused' | 'code-refused' = 'refused',
): void {
  const { device, address } = visitOf(req);
  const at = now();
  const note = async () => {
    try {
      await sql`
        insert into account_events (id, user_id, kind, device, address, created_at)
        select cast(${newId(at)} as text), id, cast(${kind} as text), cast(${device} as text), cast(${address} as text), cast(${at} as bigint)
        from users where id = ${userId} and deleted_at is null`.execute(db);
    } catch (error) {
      log.warn({ err: error }, 'a refused password could not be noted');
    }
  };
  if (res.closed) void note();
  else res.once('close', () => void note());
}
