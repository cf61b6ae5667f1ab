import { sql } from 'kysely';
import type { Db } from '#upstream/db/connection.ts';
import type { AccountEventRow } from '#upstream/db/schema.ts';
import { type NotificationRow, withOwnKind } from '../notifications/stored-kind.ts';
import type { SkillRow } from '../skills/skill-rows.ts';
import { pageSize, rowsOf } from './read-in-pages.ts';

/** In the person's order. */
export function storedSkillsOf(db: Db, userId: string): Promise<Pick<SkillRow, 'label' | 'spelling'>[]> {
  return db
    .selectFrom('user_skills')
    .select(['label', 'spelling'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
}

export function historyOf(db: Db, userId: string): AsyncGenerator<AccountEventRow> {
  return rowsOf((last) => {
    const page = db.selectFrom('account_events').selectAll().where('user_id', '=', userId);
    return (last ? page.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`) : page)
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
  });
}

export function notificationsOf(db: Db, userId: string): AsyncGenerator<NotificationRow> {
  return rowsOf(async (last) => {
    const page = db.selectFrom('notifications').selectAll().where('user_id', '=', userId);
    const rows = await (last ? page.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`) : page)
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
    return rows.map(withOwnKind);
  });
}

export function picturesOf(db: Db, userId: string): AsyncGenerator<{ mediaId: string; createdAt: number }> {
  return rowsOf((last) =>
    db
      .selectFrom('media_owners')
      .select(['media_id as mediaId', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .where('media_id', '>', last?.mediaId ?? '')
      .orderBy('media_id')
      .limit(pageSize)
      .execute(),
  );
}
