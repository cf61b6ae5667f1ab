import type { OpeningSecrets } from '#platform/config/secret.ts';
import type { ReportKind, ReportReason } from '#shared/api/safety.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ReportRow } from '#upstream/db/schema.ts';
import { type IdPage, idPage, type Page } from '#upstream/http/paging.ts';
import { newId } from '#upstream/ids.ts';
import { openCase } from '../moderation/case-store.ts';
import type { ReportSubject } from '../moderation/subjects.ts';
import { copiesOf, storedCopies } from './report-copies.ts';

export interface NewReport {
  reporterId: string;
  kind: ReportKind;
  id: string;
  reason: ReportReason;
  details: string;
  now: number;
}

/** How many copies of before a report keeps beside the latest. */
const earlierKept = 5;

/**
 * One report for each person and thing. Reporting it again renews it, under the same id: it is open, says what is reported
 * now and keeps what it said before, and its case counts as opened again. `isNew` is false where nothing was added: the
 * same report is still open.
 */
export async function storeReport(
  trx: Trx,
  secrets: OpeningSecrets,
  report: NewReport,
  { accusedId, evidence }: ReportSubject,
): Promise<{ _id: string; isNew: boolean }> {
  const { reporterId, kind, reason, details, now } = report;
  const id = newId(now);
  const fresh = { reason, details, evidence: storedCopies(secrets, kind, evidence), created_at: now };
  const open = { closed_at: null, outcome: '', answer: '', closed_by: '' } as const;
  const row = await trx
    .insertInto('reports')
    .values({ id, reporter_id: reporterId, accused_id: accusedId, kind, subject: report.id, ...fresh, ...open })
    // Locks the row that is there, so that of two reports at the same time none is lost.
    .onConflict((conflict) =>
      conflict.columns(['reporter_id', 'kind', 'subject']).doUpdateSet((known) => ({ id: known.ref('reports.id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  const isRepeated = row.id !== id;
  if (isRepeated && row.closed_at === null && row.reason === reason && row.details.split(beforeWords)[0] === details)
    return { _id: row.id, isNew: false };
  if (isRepeated)
    await trx
      .updateTable('reports')
      .set({
        ...fresh,
        details: joined(details, row),
        evidence: storedCopies(secrets, kind, withEarlier(secrets, evidence, row)),
        ...open,
      })
      .where('id', '=', row.id)
      .execute();
  await openCase(trx, { kind, subject: report.id, accusedId, now });
  return { _id: row.id, isNew: true };
}

/** The new words, and the earlier ones below the day on which they were written. */
function joined(details: string, before: ReportRow): string {
  const reportedOn = new Date(before.created_at).toISOString().slice(0, 10);
  return `${details}${beforeWords}${reportedOn}, for ${before.reason}: ${before.details.trim() || 'no words'}`.slice(
    0,
    mostDetails,
  );
}

const beforeWords = '\n\nReported before, on ';
const mostDetails = 8000;

function withEarlier(secrets: OpeningSecrets, evidence: Record<string, unknown>, before: ReportRow) {
  const { evidence: latest, earlier = [] } = copiesOf(before.evidence, secrets);
  const copies = [latest, ...earlier].filter((one) => JSON.stringify(one) !== JSON.stringify(evidence));
  return { ...evidence, ...(copies.length > 0 && { earlier: copies.slice(0, earlierKept) }) };
}

/** A person's own reports, newest first. */
export function listOwnReports(db: Db, reporterId: string, page: IdPage): Promise<Page<ReportRow>> {
  return idPage(db.selectFrom('reports').selectAll().where('reporter_id', '=', reporterId), page);
}
