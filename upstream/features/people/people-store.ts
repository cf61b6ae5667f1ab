import type { OwnUser, User } from '#shared/api/users.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { unauthenticated } from '#upstream/http/api-error.ts';
import { iso } from '#upstream/iso.ts';
import { findWarning } from '../moderation/warning-store.ts';
import { readOwnPerson, type VisiblePerson, visiblePeople } from '../visibility/people.ts';
import { intentsOf, shownZonesOf } from './intent-store.ts';
import { isNameHidden, shownName } from './shown-name.ts';

/** Maps rows to people with their skills, in the same order. */
export async function presentUsers(db: Db, rows: readonly VisiblePerson[]): Promise<User[]> {
  const skills = await skillsOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentUser(row, skills.get(row.id) ?? []));
}

/** Omits empty fields, except skills, and what a moderator has hidden: the name is replaced, of skills none is left. */
export function presentUser(row: VisiblePerson, skills: string[]): User {
  const isShown = row.hidden_at === null;
  return {
    _id: row.id,
    ...shownName(row),
    ...(row.photo_url && { photoUrl: row.photo_url }),
    ...(row.cover_url && { coverUrl: row.cover_url }),
    ...(isShown && row.about && { about: row.about }),
    ...(isShown && row.headline && { headline: row.headline }),
    ...(isShown && row.location && { location: row.location }),
    ...(isShown && row.github_url && { githubUrl: row.github_url }),
    ...(isShown && row.website_url && { websiteUrl: row.website_url }),
    skills: isShown ? skills : [],
    ...(row.weekly_hours !== null && { hoursPerWeek: row.weekly_hours }),
    createdAt: iso(row.created_at),
    ...(row.is_public === 1 && { isPublic: true }),
  };
}

export async function skillsOf(db: Db, userIds: readonly string[]): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_skills')
    .select(['user_id', 'label'])
    .where('user_id', 'in', [...new Set(userIds)])
    .orderBy('user_id')
    .orderBy('position')
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...byUser].map(([id, skills]) => [id, skills.map(({ label }) => label)]));
}

/** One person as `viewerId` may see them. */
export async function findUser(db: Db, viewerId: string, userId: string): Promise<User | undefined> {
  const row = await visiblePeople(db, viewerId).where('users.id', '=', userId).executeTakeFirst();
  return row && (await presentUsers(db, [row]))[0];
}

/**
 * People by id, for lists that name them. Deleted and suspended accounts, people between whom and the viewer is a block,
 * and unknown ids are not in the map.
 */
export async function findUsers(db: Db, viewerId: string, userIds: readonly string[]): Promise<Map<string, User>> {
  if (userIds.length === 0) return new Map();
  const rows = await visiblePeople(db, viewerId)
    .where('users.id', 'in', [...new Set(userIds)])
    .execute();
  const users = await presentUsers(db, rows);
  return new Map(users.map((user) => [user._id, user]));
}

/** The same with what these people look for and the time zones that they show. */
export async function withIntents(db: Db, people: ReadonlyMap<string, User>): Promise<Map<string, User>> {
  const ids = [...people.keys()];
  const [intents, zones] = [await intentsOf(db, ids), await shownZonesOf(db, ids)];
  return new Map(
    [...people].map(([id, person]) => {
      const [lookingFor, timeZone] = [intents.get(id), zones.get(id)];
      return [id, { ...person, ...(lookingFor && { lookingFor }), ...(timeZone !== undefined && { timeZone }) }];
    }),
  );
}

/**
 * Whether all these accounts exist and none is suspended. Locks them until the transaction ends, so that nothing is
 * written for an account that is being deleted.
 */
export async function holdUsers(trx: Trx, engine: Engine, ...userIds: string[]): Promise<boolean> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forShare())
    .execute();
  return rows.length === userIds.length;
}

/** Locks these accounts, except deleted ones, in the order of their ids: waits for whatever holds them with `holdUsers`. */
export function lockUsers(
  trx: Trx,
  engine: Engine,
  ids: string[],
): Promise<{ id: string; suspended_at: number | null }[]> {
  return trx
    .selectFrom('users')
    .select(['id', 'suspended_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
}

/** The caller's own record, including empty fields. */
export async function findOwnUser(db: Db, userId: string): Promise<(OwnUser & { emailVerified: boolean }) | undefined> {
  const row = await readOwnPerson(db, userId)
    .leftJoin('moderators', (join) =>
      join.onRef('moderators.user_id', '=', 'users.id').on('moderators.removed_at', 'is', null),
    )
    .select(['users.email', 'users.unverified_since', 'users.first_run'])
    .select(['users.hidden_reason', 'users.hidden_name_at', 'users.hidden_name_reason'])
    .select('moderators.id as moderator_id')
    .executeTakeFirst();
  if (!row) return undefined;
  const skills = (await skillsOf(db, [userId])).get(userId) ?? [];
  const lookingFor = (await intentsOf(db, [userId])).get(userId) ?? [];
  const timeZone = (await shownZonesOf(db, [userId])).get(userId);
  const warning = await findWarning(db, userId);
  return {
    ...presentUser(row, skills),
    firstName: row.first_name,
    lastName: row.last_name,
    skills,
    emailId: row.email ?? '',
    emailVerified: row.unverified_since === null,
    photoUrl: row.photo_url,
    coverUrl: row.cover_url,
    about: row.about,
    headline: row.headline,
    location: row.location,
    githubUrl: row.github_url,
    websiteUrl: row.website_url,
    isPublic: row.is_public === 1,
    lookingFor,
    ...(row.weekly_hours !== null && { hoursPerWeek: row.weekly_hours }),
    ...(timeZone !== undefined && { timeZone }),
    ...(row.first_run !== '' && { firstRun: row.first_run }),
    ...(row.moderator_id !== null && { role: 'moderator' as const }),
    ...(warning && { warning }),
    ...(row.hidden_at !== null && {
      hidden: { reason: row.hidden_reason, since: iso(row.hidden_at) },
    }),
    ...(isNameHidden(row) && {
      hiddenName: { reason: row.hidden_name_reason, since: iso(row.hidden_name_at ?? 0) },
    }),
  };
}

/**
 * A transaction that writes in a person's name. Their account stays until it ends: an erasure waits for it, or has ended the
 * session since the call began, which is a 401. Nothing is written for an account that is gone.
 */
export function transactAs<Result>(
  { db, engine }: Pick<Deps, 'db' | 'engine'>,
  userId: string,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return transact(db, async (trx) => {
    if (!(await holdUsers(trx, engine, userId))) throw unauthenticated();
    return work(trx);
  });
}

/** Reads the caller's own record. Throws a 401 when the account was deleted a moment ago. */
export function createOwnUserReader({ db, mail }: Deps): (userId: string) => Promise<OwnUser> {
  return async (userId) => {
    const user = await findOwnUser(db, userId);
    if (!user) throw unauthenticated();
    if (mail.mode !== 'none') return user;
    const { emailVerified: _, ...withoutMail } = user;
    return withoutMail;
  };
}

/**
 * The name of a deleted account, where something of it stays: a chat, a project, an interest. A suspended account looks
 * the same to others.
 */
export const formerMemberName = { firstName: 'Former', lastName: 'member' } as const;

export function formerMember(id: string): User {
  return { _id: id, ...formerMemberName, skills: [] };
}

export interface ChatPerson {
  _id: string;
  firstName: string;
  lastName: string;
  photoUrl?: string;
}

/** The person as the viewer may see them, in one row: chat needs no skills. */
export async function chatPerson(db: Db, viewerId: string, userId: string): Promise<ChatPerson | undefined> {
  const row = await visiblePeople(db, viewerId).where('users.id', '=', userId).executeTakeFirst();
  return row && { _id: row.id, ...shownName(row), ...(row.photo_url && { photoUrl: row.photo_url }) };
}
