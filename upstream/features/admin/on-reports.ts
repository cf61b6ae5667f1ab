import { reportOutcomes } from '#shared/api/reports.ts';
import { hour } from '#shared/durations.ts';
import type { Connection } from '#upstream/db/connection.ts';
import type { ReportRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import { iso } from '#upstream/iso.ts';
import { closeIfAnswered } from '../moderation/case-store.ts';
import { notify } from '../notifications/notification-store.ts';
import { copiesOf, sealedIn } from '../safety/report-copies.ts';
import { closeReport, countReportsOn, findReport, listOpenReports } from '../safety/report-store.ts';
import { findPerson } from './admin-store.ts';
import type { AdminRequest } from './run-admin.ts';

const listed = 100;

type OnReports = (connection: Connection, request: AdminRequest) => Promise<string[]>;

/** The commands with which the people who run the site read reports and answer them. */
export const onReports = {
  async reports({ db }, { now }) {
    const rows = await listOpenReports(db, listed);
    const lines = rows.map(
      (row) =>
        `${row.id}  ${hoursSince(row.created_at, now)}  ${row.reason}  ${row.kind} of ${row.accused_name} (${row.accused_id}), by ${row.reporter_name}`,
    );
    return [rows.length === 0 ? 'No report waits.' : `${rows.length} reports wait, the most urgent first.`, ...lines];
  },
  async report({ db }, { who, secret }) {
    const row = await found(db, who);
    const accused = await findPerson(db, row.accused_id);
    const about = accused ? `${accused.name} (${accused.id})` : `an account that is gone (${row.accused_id})`;
    return [
      `${row.id}  ${iso(row.created_at)}  ${row.reason}`,
      `${row.kind} ${row.subject} of ${about}, ${await countReportsOn(db, row.accused_id)} reports in all`,
      `what was reported: ${JSON.stringify(opened(row, secret))}`,
      `what its author says: ${row.details || '(nothing)'}`,
      row.closed_at === null ? 'open' : `${row.outcome} by ${row.closed_by}, ${iso(row.closed_at)}: ${row.answer}`,
    ];
  },
  async 'close-report'({ db }, { who, outcome, reason, operator, now }) {
    const known = reportOutcomes.find((one) => one === outcome);
    if (known === undefined) throw new Error(`Say what came of it, with --outcome ${reportOutcomes.join(' or ')}.`);
    const answer = reason?.trim();
    if (!answer) throw new Error('Say why, with --reason: the author of the report reads it.');
    const { id } = await found(db, who);
    const closed = await transact(db, async (trx) => {
      const row = await closeReport(trx, { id, outcome: known, answer, operator, now });
      if (row) await closeIfAnswered(trx, row, now);
      if (row) await notify(trx, { userId: row.reporter_id, kind: 'account', subject: `report-${row.id}`, now });
      return row;
    });
    if (!closed) throw new Error(`Report ${id} was answered already.`);
    return [`Report ${id} is closed: ${known}. Its author is told.`];
  },
} satisfies Record<string, OnReports>;

/** As it was stored, or with its seal broken where this deployment's SECRET is known. */
function opened({ evidence }: ReportRow, secret: string | undefined): object {
  if (secret === undefined || sealedIn(evidence) === undefined) return JSON.parse(evidence);
  return copiesOf(evidence, { secret, config: {} }).evidence;
}

async function found(db: Connection['db'], id: string | undefined): Promise<ReportRow> {
  const row = id === undefined ? undefined : await findReport(db, id);
  if (row === undefined) throw new Error(`There is no report ${id ?? '(no ID was given)'}.`);
  return row;
}

function hoursSince(time: number, now: number): string {
  return `${Math.floor((now - time) / hour)} h`;
}
