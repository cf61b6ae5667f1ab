import type { OpeningSecrets } from '#platform/config/secret.ts';
import type { CasePerson, CaseSummary, ModerationCase, ReportCounts } from '#shared/api/moderation.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { iso, isoOrNull } from '#upstream/iso.ts';
import { copiesOf } from '../safety/report-copies.ts';
import { allowedActions } from './actions.ts';
import { actionsElsewhere, presentAction } from './case-log.ts';
import { readCaseState, reasonsByGravity, reportsOfCase } from './case-store.ts';
import { suspendedSince } from './suspension.ts';

/** The rows as the queue shows them, in the same order. */
export async function presentCases(db: Db, rows: readonly CaseRow[], now: number): Promise<CaseSummary[]> {
  if (rows.length === 0) return [];
  const people = await findCasePeople(
    db,
    rows.map((row) => row.accused_id),
    now,
  );
  const subjects = rows.map(({ subject }) => subject);
  const reasons = await db
    .selectFrom('reports')
    .select(({ fn }) => ['kind', 'subject', 'reason', fn.countAll<number>().as('count')])
    .where('subject', 'in', subjects)
    .groupBy(['kind', 'subject', 'reason'])
    .execute();
  return rows.flatMap((row) => {
    const person = people.get(row.accused_id);
    const found = reasons.filter(({ kind, subject }) => kind === row.kind && subject === row.subject);
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
        firstSeenAt: isoOrNull(row.first_seen_at),
        closedAt: isoOrNull(row.closed_at),
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
  const reports = await reportsOfCase(db, row);
  if (!summary || reports.length === 0) return undefined;
  const reporterIds = reports.map((report) => report.reporter_id);
  const people = await findCasePeople(db, reporterIds, now);
  const theirs = await countReports(db, 'reporter_id', reporterIds, row);
  const about = await countReports(db, 'accused_id', [row.accused_id], row);
  const state = await readCaseState(db, row);
  const elsewhere = await actionsElsewhere(db, row);
  return {
    ...summary,
    reports: reports.map((report) => ({
      _id: report.id,
      reason: report.reason,
      details: report.details,
      ...copiesOf(report.evidence, secrets),
      reporter: people.get(report.reporter_id) as CasePerson,
      reporterHistory: theirs(report.reporter_id),
      createdAt: iso(report.created_at),
      outcome: report.outcome === '' ? null : report.outcome,
    })),
    isHidden: state.isHidden,
    isNameHidden: state.isNameHidden,
    isGone: state.isGone,
    actions: allowedActions(state),
    log: state.log.map(presentAction),
    history: {
      reports: about(row.accused_id),
      actions: elsewhere.map((action) => ({ ...presentAction(action), kind: action.kind })),
    },
  };
}

/** How many reports were made by (or about) each of these people, without those of one case. */
async function countReports(
  db: Db,
  side: 'reporter_id' | 'accused_id',
  ids: readonly string[],
  { kind, subject }: CaseRow,
): Promise<(personId: string) => ReportCounts> {
  const rows = await db
    .selectFrom('reports')
    .select(({ fn }) => [`${side} as person_id`, 'outcome', fn.countAll<number>().as('count')])
    .where(side, 'in', ids)
    .where(({ not, and, eb }) => not(and([eb('kind', '=', kind), eb('subject', '=', subject)])))
    .groupBy([side, 'outcome'])
    .execute();
  return (personId) => {
    const of = (outcome: string) =>
      rows.find((row) => row.person_id === personId && row.outcome === outcome)?.count ?? 0;
    return { open: of(''), acted: of('acted'), dismissed: of('dismissed') };
  };
}

/** People by id as moderators see them: neither blocks nor suspensions hide them. */
async function findCasePeople(db: Db, ids: readonly string[], now: number): Promise<Map<string, CasePerson>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('moderators', (join) =>
      join.onRef('moderators.user_id', '=', 'users.id').on('moderators.removed_at', 'is', null),
    )
    .leftJoin('departures', 'departures.user_id', 'users.id')
    .select(['users.id', 'first_name', 'last_name', 'photo_url', 'created_at', 'moderators.id as moderator_id'])
    .select(['suspended_at', 'suspended_until', 'suspended_reason', 'begun_at', 'erase_at', 'suspended_since'])
    .where('users.id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => {
      const since = suspendedSince(row);
      const isSuspended = since !== null && (row.suspended_until === null || row.suspended_until > now);
      return [
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
          ...(isSuspended && {
            suspended: { since: iso(since), until: isoOrNull(row.suspended_until), reason: row.suspended_reason },
          }),
        },
      ];
    }),
  );
}
