import { sql } from 'kysely';
import type { CaseState } from '#shared/api/moderation.ts';
import type { ReportKind } from '#shared/api/reports.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { CaseRow, ReportRow } from '#upstream/db/schema.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import { isNameHidden } from '../people/shown-name.ts';

/** Reports that one answer shows. */
const shownReports = 100;

/**
 * The condition that a case is no matter of the moderator's own: not theirs, not reported by them, and no picture that
 * they have uploaded, too. Without a report left there is nothing to judge, and nobody knows any more whose matter it is.
 */
function forModerator(moderatorId: string) {
  const reports = sql`reports where reports.kind = cases.kind and reports.subject = cases.subject`;
  return sql<boolean>`(cases.accused_id <> ${moderatorId}
    and exists (select 1 from ${reports})
    and not exists (select 1 from ${reports} and reports.reporter_id = ${moderatorId})
    and not exists (select 1 from media_owners
      where cases.kind = 'picture' and media_owners.media_id = cases.subject and media_owners.user_id = ${moderatorId}))`;
}

/** In the order of the state's list, one row more than asked for. */
export function listCases(
  db: Db,
  moderatorId: string,
  { state, limit, after }: { state: CaseState; limit: number; after: TimeKey | undefined },
): Promise<CaseRow[]> {
  let query = db
    .selectFrom('cases')
    .selectAll()
    .where(forModerator(moderatorId))
    .limit(limit + 1);
  if (state === 'open') {
    if (after) query = query.where(sql<boolean>`(due_at, id) > (${after.time}, ${after.id})`);
    return query.where('closed_at', 'is', null).orderBy('due_at').orderBy('id').execute();
  }
  if (after) query = query.where(sql<boolean>`(closed_at, id) < (${after.time}, ${after.id})`);
  return query.where('closed_at', 'is not', null).orderBy('closed_at', 'desc').orderBy('id', 'desc').execute();
}

export function findCase(db: Db, moderatorId: string, id: string): Promise<CaseRow | undefined> {
  return db.selectFrom('cases').selectAll().where('id', '=', id).where(forModerator(moderatorId)).executeTakeFirst();
}

/** Notes the first look of a moderator. True for the first one. */
export async function noteLook(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cases')
    .set({ first_seen_at: now })
    .where('id', '=', id)
    .where('first_seen_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The newest reports of a case. One that was made again keeps its id. */
export function reportsOfCase(db: Db, { kind, subject }: Pick<CaseRow, 'kind' | 'subject'>): Promise<ReportRow[]> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownReports)
    .execute();
}

/** Reason and number of the reports of each of these cases, by `keyOf`. */
export async function countReasons(db: Db, cases: readonly CaseRow[]) {
  if (cases.length === 0) return new Map<string, { reason: ReportRow['reason']; count: number }[]>();
  const rows = await db
    .selectFrom('reports')
    .select(({ fn }) => ['kind', 'subject', 'reason', fn.countAll<number>().as('count')])
    .where(
      'subject',
      'in',
      cases.map(({ subject }) => subject),
    )
    .groupBy(['kind', 'subject', 'reason'])
    .execute();
  return Map.groupBy(rows, keyOf);
}

export function keyOf({ kind, subject }: { kind: ReportKind; subject: string }): string {
  return `${kind} ${subject}`;
}

/** How many reports were made by (or about) these people, without those of one case. */
export async function countReports(
  db: Db,
  side: 'reporter_id' | 'accused_id',
  ids: readonly string[],
  { kind, subject }: Pick<CaseRow, 'kind' | 'subject'>,
) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('reports')
    .select(({ fn }) => [`${side} as person_id`, 'outcome', fn.countAll<number>().as('count')])
    .where(side, 'in', [...new Set(ids)])
    .where(({ not, and, eb }) => not(and([eb('kind', '=', kind), eb('subject', '=', subject)])))
    .groupBy([side, 'outcome'])
    .execute();
}

/** Whether a moderator has hidden the thing, and whether it is gone. */
export async function stateOfSubject(
  db: Db,
  { kind, subject }: Pick<CaseRow, 'kind' | 'subject'>,
): Promise<{ isHidden: boolean; isNameHidden: boolean; isGone: boolean }> {
  if (kind === 'picture') {
    const picture = await db.selectFrom('media').select('id').where('id', '=', subject).executeTakeFirst();
    return { isHidden: false, isNameHidden: false, isGone: picture === undefined };
  }
  if (kind === 'person') {
    const person = await db
      .selectFrom('users')
      .select(['hidden_at', 'first_name', 'last_name', 'hidden_name'])
      .where('id', '=', subject)
      .executeTakeFirst();
    return { ...stateOf(person), isNameHidden: person !== undefined && isNameHidden(person) };
  }
  const row = await (kind === 'project'
    ? db.selectFrom('projects').select('hidden_at').where('id', '=', subject).where('erase_at', 'is', null)
    : db.selectFrom('messages').select('hidden_at').where('id', '=', subject)
  ).executeTakeFirst();
  return { ...stateOf(row), isNameHidden: false };
}

function stateOf(row: { hidden_at: number | null } | undefined): { isHidden: boolean; isGone: boolean } {
  return { isHidden: row !== undefined && row.hidden_at !== null, isGone: row === undefined };
}

/** For the metrics: three counts over partial indexes. Accounts that are leaving have the mark of suspended ones. */
export async function countCases(
  db: Db,
  now: number,
): Promise<{ open: number; suspended: number; unseenSince: number | undefined }> {
  const { rows } = await sql<{ open: number; suspended: number; unseen_since: number | null }>`
    select
      (select count(*) from cases where closed_at is null) as open,
      (select count(*) from users left join departures on departures.user_id = users.id
        where suspended_at is not null and deleted_at is null
          and (departures.user_id is null or departures.suspended_since is not null)
          and (suspended_until is null or suspended_until > ${now})) as suspended,
      (select min(opened_at) from cases where closed_at is null and first_seen_at is null) as unseen_since`.execute(db);
  const [row] = rows;
  return { open: row?.open ?? 0, suspended: row?.suspended ?? 0, unseenSince: row?.unseen_since ?? undefined };
}
