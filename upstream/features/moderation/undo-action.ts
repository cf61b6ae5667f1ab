import { sql } from 'kysely';
import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { conflict } from '#upstream/http/api-error.ts';
import { removeNotice } from '../notifications/notification-store.ts';
import { connectedWith } from '../requests/relations.ts';
import { type Effects, noteFor } from './apply-action.ts';
import type { LoggedAction } from './case-log.ts';
import { showContent, showName, whoSees } from './hide-content.ts';
import { endSuspension, suspendPerson } from './suspension.ts';
import { takeWarningBack } from './warning-store.ts';

/** Takes back what an action has done. The caller has checked that this is possible, and has logged it. */
export async function undoAction(trx: Trx, row: CaseRow, undone: LoggedAction, now: number): Promise<Effects> {
  const effects: Effects = { endedSessions: [], notificationIds: [], seenBy: [] };
  switch (undone.action) {
    case 'hide':
      await showContent(trx, row);
      await noteShown(trx, row.accused_id, now);
      return { ...effects, seenBy: await whoSees(trx, row) };
    case 'hide-name':
      await showName(trx, row.subject);
      await noteShown(trx, row.accused_id, now);
      return { ...effects, renamedId: row.accused_id };
    case 'warn':
      if (!(await takeWarningBack(trx, undone.id))) throw conflict('They have read the warning.');
      await removeNotice(trx, { userId: row.accused_id, kind: 'account', subject: 'warned' });
      return { ...effects, seenBy: [row.accused_id] };
    case 'suspend':
      await takeSuspensionBack(trx, row.accused_id, undone.id, now);
      return { ...effects, seenBy: await connectedWith(trx, row.accused_id) };
    default:
      return effects;
  }
}

/** Tells the person that something of theirs is shown again, instead of that it is hidden. */
async function noteShown(trx: Trx, userId: string, now: number): Promise<void> {
  await noteFor(trx, userId, 'content-shown', now);
  await removeNotice(trx, { userId, kind: 'account', subject: 'content-hidden' });
}

/**
 * Only where the person is suspended by this very action: a longer suspension, or an operator's, stays. One of another
 * case that has not ended yet counts again.
 */
async function takeSuspensionBack(trx: Trx, userId: string, actionId: string, now: number): Promise<void> {
  const current = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_by', '=', actionId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (!current) return;
  const other = await trx
    .selectFrom('case_actions')
    .select(['id', 'until', 'reason'])
    .where('accused_id', '=', userId)
    .where('action', '=', 'suspend')
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('case_actions as undo').select('undo.id').whereRef('undo.undoes', '=', 'case_actions.id'))),
    )
    .orderBy(sql`case when until is null then 0 else 1 end`)
    .orderBy('until', 'desc')
    .executeTakeFirst();
  if (other) {
    await suspendPerson(trx, userId, { until: other.until, reason: other.reason, by: other.id }, now);
    return;
  }
  await endSuspension(trx, userId);
  await noteFor(trx, userId, 'suspension-ended', now);
}
