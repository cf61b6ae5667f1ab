import type { OpeningSecrets } from '#platform/config/secret.ts';
import type { CasePerson, CaseSummary, ModerationCase, ReportCounts } from '#shared/api/moderation.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { iso } from '#upstream/iso.ts';
import { copiesOf } from '../safety/report-copies.ts';
import { allowedActions } from './actions/actions.ts';
import { actionsElsewhere, presentAction } from './case-log.ts';
import { readCaseState } from './case-state.ts';
import { countReasons, countReports, keyOf, reportsOfCase } from './case-store.ts';
import { reasonsByGravity } from './open-case.ts';
import { type MarkedRow, suspendedSince } from './suspension.ts';

/** The rows as the queue shows them, in the same order. */
export async function presentCases(db: Db, rows: readonly CaseRow[], now: number): Promise<CaseSummary[]> {
  const reasons = await countReasons(db, rows);
  const people = await findCasePeople(
    db,
    rows.map((row) => row.accused_id),
    now,
  );
  return rows.flatMap((row) => {
    const person = people.get(row.accused_id);
    const found = reasons.get(keyOf(row)) ?? [];
    if (!person) return [];
    return [
      {
        _id: row.id,
        kind: row.kind,
        state: row.closed_at === null ? ('open' as const) : ('closed' as const),
        version: row.version,
        person,
        reasons: reasonsByGravity.filter((reason) => found.some((one) => one.reason === reason)),
        reporters: found.reduce((sum, { count }) => sum + count, 0),
        openedAt: iso(row.opened_at),
        dueAt: iso(row.due_at),
        firstSeenAt: row.first_seen_at === null ? null : iso(row.first_seen_at),
        closedAt: row.closed_at === null ? null : iso(row.closed_at),
      },
    ];
  });
}

/** One case with its evidence; undefined where its person is being deleted. */
export async function presentCase(
  { db, ...secrets }: { db: Db } & OpeningSecrets,
  row: CaseRow,
  now: number,
): Promise<ModerationCase | undefined> {
  const [summary] = await presentCases(db, [row], now);
  if (!summary) return undefined;
  const reports = await reportsOfCase(db, row);
  const reporterIds = reports.map((report) => report.reporter_id);
  const people = await findCasePeople(db, reporterIds, now);
  const theirs = Map.groupBy(await countReports(db, 'reporter_id', reporterIds, row), (one) => one.person_id);
  const about = await countReports(db, 'accused_id', [row.accused_id], row);
  const { isHidden, isNameHidden, isGone, log, ...state } = await readCaseState(db, row);
  const elsewhere = await actionsElsewhere(db, row);
  return {
    ...summary,
    reports: reports.map((report) => ({
      _id: report.id,
      reason: report.reason,
      details: report.details,
      ...copiesOf(report.evidence, secrets),
      reporter: people.get(report.reporter_id) as CasePerson,
      reporterHistory: countsOf(theirs.get(report.reporter_id) ?? []),
      createdAt: iso(report.created_at),
      outcome: report.outcome === '' ? null : report.outcome,
    })),
    isHidden,
    isNameHidden,
    isGone,
    actions: allowedActions({ isHidden, isNameHidden, isGone, log, ...state }),
    log: log.map(presentAction),
    history: {
      reports: countsOf(about),
      actions: elsewhere.map((action) => ({ ...presentAction(action), kind: action.kind })),
    },
  };
}

function countsOf(rows: readonly { outcome: string; count: number }[]): ReportCounts {
  const of = (outcome: string) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  return { open: of(''), acted: of('acted'), dismissed: of('dismissed') };
}

/** People by id as moderators see them: neither blocks nor suspensions hide them. */
export async function findCasePeople(db: Db, ids: readonly string[], now: number): Promise<Map<string, CasePerson>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('moderators', (join) =>
      join.onRef('moderators.user_id', '=', 'users.id').on('moderators.removed_at', 'is', null),
    )
    .select(['users.id', 'first_name', 'last_name', 'photo_url', 'created_at', 'moderators.id as moderator_id'])
    .leftJoin('departures', 'departures.user_id', 'users.id')
    .select(['suspended_at', 'suspended_until', 'suspended_reason', 'begun_at', 'erase_at', 'suspended_since'])
    .where('users.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _id: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        ...(row.photo_url && { photoUrl: row.photo_url }),
        createdAt: iso(row.created_at),
        ...(row.moderator_id !== null && { isModerator: true as const }),
        ...(row.begun_at !== null &&
          row.erase_at !== null && { leaving: { since: iso(row.begun_at), eraseAt: iso(row.erase_at) } }),
        ...suspensionOf(row, now),
      },
    ]),
  );
}

function suspensionOf(
  row: MarkedRow & { suspended_until: number | null; suspended_reason: string },
  now: number,
): Pick<CasePerson, 'suspended'> {
  const { suspended_until: until, suspended_reason: reason } = row;
  const since = suspendedSince(row);
  if (since === null || (until !== null && until <= now)) return {};
  return { suspended: { since: iso(since), until: until === null ? null : iso(until), reason } };
}
