import type { ReportKind, ReportReason } from '#shared/api/reports.ts';
import { hour } from '#shared/durations.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { newId } from '#upstream/ids.ts';

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
    .values({
      id: newId(now),
      kind,
      subject,
      accused_id: accusedId,
      version: 0,
      opened_at: now,
      due_at: now,
      first_seen_at: null,
      closed_at: null,
    })
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
