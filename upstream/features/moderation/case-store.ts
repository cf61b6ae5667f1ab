import { sql } from 'kysely';
import type { CaseState as OpenOrClosed } from '#shared/api/moderation.ts';
import type { ReportKind, ReportReason } from '#shared/api/safety.ts';
import { hour } from '#shared/durations.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { CaseRow, ReportRow } from '#upstream/db/schema.ts';
import type { TimeKey } from '#upstream/http/cursor.ts';
import { newId } from '#upstream/ids.ts';
import { picturesAmong } from '../media/media-store.ts';
import { copiesOf } from '../safety/report-copies.ts';
import { actionsOfCase, type LoggedAction } from './case-log.ts';
import { subjects } from './subjects.ts';
import { findSuspension } from './suspension.ts';
import { waitingWarnings } from './warning-store.ts';

/** Reports that one answer shows. */
const shownReports = 100;

/** How long a case may wait for a moderator, by its gravest reason; with several reporters that part of it. */
const waitOf: Readonly<Record<ReportReason, number>> = {
  violence: 2 * hour,
  sexual: 6 * hour,
  harassment: 6 * hour,
  impersonation: 24 * hour,
  spam: 48 * hour,
  other: 48 * hour,
};

/** The gravest first. */
export const reasonsByGravity = Object.keys(waitOf) as ReportReason[];

/**
 * The case of a report that was stored in this transaction: made, opened again, or more urgent. The first statement locks
 * it, so that of reports at the same time the later one sees the earlier.
 */
export async function openCase(
  trx: Trx,
  { kind, subject, accusedId, now }: { kind: ReportKind; subject: string; accusedId: string; now: number },
): Promise<void> {
  const row = await trx
    .insertInto('cases')
    .values({ id: newId(now), kind, subject, accused_id: accusedId, version: 0, opened_at: now, due_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ kind }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const waiting = await trx
    .selectFrom('reports')
    .select('reason')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .execute();
  const openedAt = row.closed_at === null ? row.opened_at : now;
  const shortest = Math.min(...waiting.map(({ reason }) => waitOf[reason]), waitOf.other);
  await trx
    .updateTable('cases')
    .set({
      version: row.version + 1,
      opened_at: openedAt,
      due_at: openedAt + Math.round(shortest / Math.max(1, waiting.length)),
      closed_at: null,
      ...(row.closed_at !== null && { first_seen_at: null }),
    })
    .where('id', '=', row.id)
    .execute();
}

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
  { state, limit, after }: { state: OpenOrClosed; limit: number; after: TimeKey | undefined },
): Promise<CaseRow[]> {
  const query = db
    .selectFrom('cases')
    .selectAll()
    .where(forModerator(moderatorId))
    .limit(limit + 1);
  if (state === 'open')
    return query
      .where('closed_at', 'is', null)
      .$if(after !== undefined, (all) => all.where(sql<boolean>`(due_at, id) > (${after?.time}, ${after?.id})`))
      .orderBy('due_at')
      .orderBy('id')
      .execute();
  return query
    .where('closed_at', 'is not', null)
    .$if(after !== undefined, (all) => all.where(sql<boolean>`(closed_at, id) < (${after?.time}, ${after?.id})`))
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
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
export function reportsOfCase(db: Db, { kind, subject }: CaseRow): Promise<ReportRow[]> {
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

/** The facts that decide which actions a case allows. */
export interface CaseState {
  row: CaseRow;
  isHidden: boolean;
  isNameHidden: boolean;
  isGone: boolean;
  /** Uploaded pictures that the evidence shows, and that are still there. */
  pictures: string[];
  log: LoggedAction[];
  /** Warnings of the person that they have not acknowledged. */
  waiting: ReadonlySet<string>;
  isSuspendedForEver: boolean;
}

export async function readCaseState(db: Db, row: CaseRow): Promise<CaseState> {
  const reports = await reportsOfCase(db, row);
  const shown = reports.flatMap(({ evidence }) => picturesIn(evidence));
  const subject = await subjects[row.kind].state(db, row.subject);
  return {
    row,
    isHidden: subject?.isHidden === true,
    isNameHidden: subject?.isNameHidden === true,
    isGone: subject === undefined,
    pictures: await picturesAmong(db, [...new Set(shown)]),
    log: await actionsOfCase(db, row.id),
    waiting: await waitingWarnings(db, row.accused_id),
    isSuspendedForEver: (await findSuspension(db, row.accused_id))?.until === null,
  };
}

/** The ids of uploaded pictures in a report's copies: a photo, a cover, a project's picture, a reported one. */
function picturesIn(stored: string): string[] {
  const { evidence, earlier = [] } = copiesOf(stored);
  return [evidence, ...earlier].flatMap((copy) => {
    const fields: Record<string, unknown> = { ...copy };
    return ['photoUrl', 'coverUrl', 'image', 'url'].flatMap((field) => {
      const url = fields[field];
      return typeof url === 'string' ? (pictureIdOf(url) ?? []) : [];
    });
  });
}

/** For the account that is deleted: open cases end with their last report. Closed ones end some time after them. */
export async function deleteReportsOf(trx: Trx, userId: string): Promise<void> {
  // Locked first: a report that somebody else makes meanwhile is there when the last statement looks.
  await sql`update cases set kind = kind where closed_at is null
    and (kind, subject) in (select kind, subject from reports where reporter_id = ${userId})`.execute(trx);
  await trx.deleteFrom('reports').where('reporter_id', '=', userId).execute();
  await sql`delete from cases where closed_at is null and not exists (
    select 1 from reports where reports.subject = cases.subject and reports.kind = cases.kind)`.execute(trx);
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
