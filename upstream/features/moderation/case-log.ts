import type { CaseAction } from '#shared/api/moderation.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { CaseActionRow, CaseRow } from '#upstream/db/schema.ts';
import { iso, isoOrNull } from '#upstream/iso.ts';

/** Earlier acts on a person that one answer shows. */
const shownActions = 50;

function loggedActions(db: Db) {
  return db
    .selectFrom('case_actions')
    .leftJoin('moderators', 'moderators.id', 'case_actions.moderator_id')
    .leftJoin('users', 'users.id', 'moderators.user_id')
    .leftJoin('case_actions as undo', (join) =>
      join.onRef('undo.case_id', '=', 'case_actions.case_id').onRef('undo.undoes', '=', 'case_actions.id'),
    )
    .selectAll('case_actions')
    .select(['users.first_name', 'users.last_name', 'undo.id as undo_id']);
}

/** With the moderator's name, which is null for a deleted account, and the id of the action that has taken it back. */
export type LoggedAction = Awaited<ReturnType<typeof actionsOfCase>>[number];

/** Newest first. */
export function actionsOfCase(db: Db, caseId: string) {
  const own = loggedActions(db).where('case_actions.case_id', '=', caseId);
  return own.orderBy('case_actions.version', 'desc').execute();
}

/** On the same person in other cases, newest first. */
export function actionsElsewhere(db: Db, { id, accused_id }: CaseRow) {
  return loggedActions(db)
    .where('case_actions.accused_id', '=', accused_id)
    .where('case_actions.case_id', '<>', id)
    .orderBy('case_actions.created_at', 'desc')
    .orderBy('case_actions.id', 'desc')
    .limit(shownActions)
    .execute();
}

/** All that was done about a person, for their export: who did it is left out there. */
export function actionsAbout(db: Db, userId: string): Promise<CaseActionRow[]> {
  return db
    .selectFrom('case_actions')
    .selectAll()
    .where('accused_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
}

/** Actions that were not taken back, newest first. */
export function standing(actions: readonly LoggedAction[]) {
  return actions.flatMap((one) =>
    one.action === 'undo' || one.undo_id !== null ? [] : [{ ...one, action: one.action }],
  );
}

export function presentAction(row: LoggedAction): CaseAction {
  return {
    _id: row.id,
    action: row.action,
    reason: row.reason,
    at: iso(row.created_at),
    by: row.first_name === null ? 'A former moderator' : `${row.first_name} ${row.last_name ?? ''}`.trim(),
    ...(row.action === 'suspend' && { until: isoOrNull(row.until) }),
    ...(row.undo_id !== null && { undone: true as const }),
  };
}
