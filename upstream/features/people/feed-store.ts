import { type ExpressionBuilder, sql } from 'kysely';
import type { FeedItem } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connect.ts';
import type { Database } from '#upstream/db/schema.ts';
import { isId } from '#upstream/ids.ts';
import { presentUsers, publicColumns } from './people-store.ts';

export interface FeedQuery {
  page: number;
  limit: number;
  cursor?: string | undefined;
}

export interface FeedPage {
  items: FeedItem[];
  nextCursor: string | null;
}

/**
 * Newest people first: ids sort by time, so the walk is down the primary key, and each step asks the unique index
 * of pairs whether the two have met.
 */
export async function feedPage(db: Db, viewerId: string, query: FeedQuery): Promise<FeedPage> {
  let select = db
    .selectFrom('users')
    .select(publicColumns)
    .where('users.deleted_at', 'is', null)
    .where('users.id', '<>', viewerId)
    .where((builder) => builder.not(builder.exists(relationWith(builder, viewerId))))
    .orderBy('users.id', 'desc')
    .limit(query.limit);
  if (query.cursor !== undefined && isId(query.cursor)) select = select.where('users.id', '<', query.cursor);
  else if (query.page > 1) select = select.offset((query.page - 1) * query.limit);
  const rows = await select.execute();
  const last = rows.length === query.limit ? rows.at(-1) : undefined;
  return { items: await presentUsers(db, rows), nextCursor: last?.id ?? null };
}

function relationWith(builder: ExpressionBuilder<Database, 'users'>, viewerId: string) {
  return builder
    .selectFrom('requests')
    .select(sql`1`.as('one'))
    .whereRef(
      'requests.pair_low',
      '=',
      sql<string>`case when users.id < ${viewerId} then users.id else ${viewerId} end`,
    )
    .whereRef(
      'requests.pair_high',
      '=',
      sql<string>`case when users.id < ${viewerId} then ${viewerId} else users.id end`,
    );
}
