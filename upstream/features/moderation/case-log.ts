import { sql } from 'kysely';
import type { CaseAction, CaseActionKind } from '#shared/api/moderation.ts';
import { day } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { CaseActionRow, CaseRow } from '#upstream/db/schema.ts';
import { iso } from '#upstream/iso.ts';
import type { Retention } from '#upstream/jobs/retention.ts';

export const caseActionsKeptMs = 2 * 365 * day;

/** Earlier acts on a person that one answer shows. */
const shownActions = 50;

export interface LoggedAction extends CaseActionRow {
  /** Of the moderator; null for a deleted account. */
  first_name: string | null;
  last_name: string | null;
  isUndone: boolean;
}

export async function logAction(trx: Trx, row: CaseActionRow): Promise<void> {
  await trx.insertInto('case_actions').values(row).execute();
}

function withNames(db: Db) {
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

function logged<Row extends { undo_id: string | null }>({ undo_id, ...row }: Row) {
  return { ...row, isUndone: undo_id !== null };
}

/** Newest first. */
export async function actionsOfCase(db: Db, caseId: string): Promise<LoggedAction[]> {
  const rows = await withNames(db)
    .where('case_actions.case_id', '=', caseId)
    .orderBy('case_actions.version', 'desc')
    .execute();
  return rows.map(logged);
}

/** On the same person in other cases, newest first. */
export async function actionsElsewhere(db: Db, { id, accused_id }: CaseRow): Promise<LoggedAction[]> {
  const rows = await withNames(db)
    .where('case_actions.accused_id', '=', accused_id)
    .where('case_actions.case_id', '<>', id)
    .orderBy('case_actions.created_at', 'desc')
    .orderBy('case_actions.id', 'desc')
    .limit(shownActions)
    .execute();
  return rows.map(logged);
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
export function standing(actions: readonly LoggedAction[]): LoggedAction[] {
  return actions.filter(({ action, isUndone }) => action !== 'undo' && !isUndone);
}

export function presentAction(row: LoggedAction): CaseAction {
  return {
    _id: row.id,
    action: row.action as CaseActionKind,
    reason: row.reason,
    at: iso(row.created_at),
    by: nameOf(row),
    ...(row.action === 'suspend' && { until: row.until === null ? null : iso(row.until) }),
    ...(row.isUndone && { undone: true as const }),
  };
}

function nameOf({ first_name, last_name }: LoggedAction): string {
  return first_name === null ? 'A former moderator' : `${first_name} ${last_name ?? ''}`.trim();
}

export const oldCaseActions: Retention = {
  name: 'acts of moderators',
  table: 'case_actions',
  keys: ['id'],
  age: sql`created_at`,
  expired: (now) => sql`created_at < ${now - caseActionsKeptMs}`,
  index: 'case_actions_by_time',
};
