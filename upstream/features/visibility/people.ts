import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { User } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Database, UserRow } from '#upstream/db/schema.ts';
import { shownName } from '../people/shown-name.ts';
import type { Visible } from './visible.ts';

/** The columns that others may see. */
const publicColumns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.photo_url',
  'users.cover_url',
  'users.about',
  'users.headline',
  'users.location',
  'users.github_url',
  'users.website_url',
  'users.created_at',
  'users.is_public',
  'users.weekly_hours',
  'users.hidden_at',
  'users.hidden_name',
] as const;

type PublicColumn = (typeof publicColumns)[number] extends `users.${infer Name extends keyof UserRow}` ? Name : never;

/** A person whom the viewer may see: neither deleted, suspended nor leaving, and without a block between the two. */
export type VisiblePerson = Visible<Pick<UserRow, PublicColumn>>;

/** Where reads of people begin. `people.where(…)` narrows them down. */
export function visiblePeople(db: Db, viewerId: string) {
  return db.selectFrom('users').select(publicColumns).where(isVisible(viewerId)).$castTo<VisiblePerson>();
}

/** The same among candidates, in a join whose order the database can follow: `candidate.id` is the person's id. */
export function visibleAmong(
  db: Db,
  viewerId: string,
  candidates: RawBuilder<{ id: string }>,
): SelectQueryBuilder<Database & { candidate: { id: string } }, 'candidate' | 'users', VisiblePerson> {
  return db
    .selectFrom(candidates.as('candidate'))
    .innerJoin('users', 'users.id', 'candidate.id')
    .select(publicColumns)
    .where(isVisible(viewerId))
    .$castTo<VisiblePerson>();
}

function isVisible(viewerId: string) {
  return (builder: ExpressionBuilder<Database, 'users'>) =>
    builder.and([
      builder('users.deleted_at', 'is', null),
      builder('users.suspended_at', 'is', null),
      visibleTo(viewerId, 'users.id'),
    ]);
}

/** The same condition for rows that name a person: `person` is the column with their id, as the viewer's may be. */
export function isThereFor(viewerId: string | RawBuilder<unknown>, person: string) {
  return sql<boolean>`${isHere(person)} and ${visibleTo(viewerId, person)}`;
}

/** The account of a person is neither suspended, leaving nor deleted: the condition of a viewer whom nobody can block. */
export function isHere(person: string) {
  return sql<boolean>`not exists (select 1 from users as absent where absent.id = ${sql.ref(person)}
    and (absent.suspended_at is not null or absent.deleted_at is not null))`;
}

/** The caller's own row with more columns, which only its owner sees in full. */
export function readOwnPerson(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(publicColumns)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .$castTo<VisiblePerson>();
}

/**
 * Names of those of these people whom the viewer has blocked, and who are not gone besides: enough to know whom one unblocks
 * and whose chat one reads. The rest of the profile is gone for the viewer.
 */
export async function findBlockedPeople(
  db: Db,
  viewerId: string,
  userIds: readonly string[],
): Promise<Map<string, User>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('blocks as own')
    .innerJoin('users', 'users.id', 'own.blocked_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.hidden_name', 'users.photo_url'])
    .where('own.blocker_id', '=', viewerId)
    .where('own.blocked_id', 'in', [...new Set(userIds)])
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where(notBlocking(viewerId, 'own.blocked_id'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { _id: row.id, ...shownName(row), ...(row.photo_url && { photoUrl: row.photo_url }), skills: [] },
    ]),
  );
}

/**
 * The condition that nobody of the two has blocked the other. `person` is the column with the other person's id. Every
 * query that answers something of another person to `viewerId` needs it: to each of the two, the other's account is gone.
 */
export function visibleTo(viewerId: string | RawBuilder<unknown>, person: string) {
  return sql<boolean>`(not exists (
      select 1 from blocks where blocks.blocker_id = ${viewerId} and blocks.blocked_id = ${sql.ref(person)})
    and not exists (
      select 1 from blocks where blocks.blocker_id = ${sql.ref(person)} and blocks.blocked_id = ${viewerId}))`;
}

/** The same for one direction: the person has not blocked `viewerId`, who may have blocked them. */
export function notBlocking(viewerId: string, person: string) {
  return sql<boolean>`not exists (
    select 1 from blocks where blocks.blocker_id = ${sql.ref(person)} and blocks.blocked_id = ${viewerId})`;
}
