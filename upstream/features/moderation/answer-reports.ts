import type { ReportOutcome } from '#shared/api/reports.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { notify } from '../notifications/notification-store.ts';
import type { Action } from './act-on-case.ts';

/** The answer that reporters read after an action. It does not say which action: that is between the moderator and the reported person. */
const acted = 'A moderator has looked at it and acted.';

export interface AnsweredReport {
  id: string;
  reporter_id: string;
}

/** Answers the reports of a case that wait. */
export function closeReportsOf(
  trx: Trx,
  { kind, subject }: Pick<CaseRow, 'kind' | 'subject'>,
  action: Action,
): Promise<AnsweredReport[]> {
  const outcome: ReportOutcome = action.kind === 'dismiss' ? 'dismissed' : 'acted';
  return trx
    .updateTable('reports')
    .set({
      closed_at: action.now,
      outcome,
      answer: outcome === 'dismissed' ? action.reason : acted,
      closed_by: action.id,
    })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .returning(['id', 'reporter_id'])
    .execute();
}

/** Returns the ids of the notifications. */
export async function tellReporters(trx: Trx, reports: readonly AnsweredReport[], now: number): Promise<string[]> {
  const told: string[] = [];
  for (const { id, reporter_id } of reports) {
    const notice = await notify(trx, { userId: reporter_id, kind: 'account', subject: `report-${id}`, now });
    if (notice !== undefined) told.push(notice);
  }
  return told;
}

/** The reports that actions in this case have answered since it is open wait again. */
export async function reopenReports(trx: Trx, row: CaseRow): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ closed_at: null, outcome: '', answer: '', closed_by: '' })
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('closed_by', 'in', (query) =>
      query
        .selectFrom('case_actions')
        .select('id')
        .where('case_id', '=', row.id)
        .where('created_at', '>=', row.opened_at),
    )
    .execute();
}
