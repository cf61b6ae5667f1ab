import { type Selectable, sql } from 'kysely';
import type { NotificationKind } from '#shared/api/notifications.ts';
import type { NotificationRow as StoredRow } from '#upstream/db/schema.ts';

type StoredKind = StoredRow['kind'];

/** A notification with its own kind, which may differ from the stored one. */
export type NotificationRow = Omit<Selectable<StoredRow>, 'kind'> & { kind: NotificationKind };

/**
 * A mention is stored as a message with a project: an older version, beside this one or after it was put back, can list,
 * count and push that, and fails at a kind that it does not know.
 */
export function storedKind(kind: NotificationKind): StoredKind {
  return kind === 'mention' ? 'message' : kind;
}

export function withOwnKind(row: Selectable<StoredRow>): NotificationRow {
  return { ...row, kind: row.kind === 'message' && row.project_id !== null ? 'mention' : row.kind };
}

/** As a page is told that knows the stored kinds only. */
export function asStored(row: NotificationRow): NotificationRow {
  return { ...row, kind: storedKind(row.kind) };
}

/** `withOwnKind` in SQL, of the table of notifications or of another name for it. */
export function ownKind(table = 'notifications') {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql<NotificationKind>`case when ${of('kind')} = 'message' and ${of('project_id')} is not null
    then 'mention' else ${of('kind')} end`;
}
