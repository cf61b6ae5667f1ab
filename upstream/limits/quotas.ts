import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { ApiError } from '../http/api-error.ts';

/** How much one account may store. People do not reach these numbers; scripts do. */
export const quotas = {
  projects: 1000,
  /** Skills of all the account's projects together; each project has at most `limits.skills.max`. */
  projectSkills: 10_000,
  /** Requests that wait for an answer, as far as their sender knows. */
  requests: 5000,
  /** Projects that the account asks to join, or is a member of. */
  projectAsks: 500,
  /** Updates of projects that the account has posted, and projects that it follows. */
  updates: 2000,
  follows: 1000,
  /** Uploaded pictures; unused ones are deleted after a day. */
  pictures: 200,
  passkeys: 20,
  /** People whom the account blocks. */
  blocks: 5000,
  /** People whom the account mutes. */
  mutes: 5000,
  /** People asked for the first time in a day, by an account of the first week, of the first month, and later. */
  newAsksFirstWeek: 50,
  newAsksFirstMonth: 100,
  newAsks: 200,
  /** Of all messages together. */
  reactions: 20_000,
  /** Pictures in messages, and pictures that wait for one; unused ones are deleted after a day. */
  chatPictures: 1000,
} as const;

export type Quotas = Readonly<Record<keyof typeof quotas, number>>;

/** The quotas that are counted in stored rows. New asks are counted in `ask-quota.ts`. */
type Stored = Exclude<keyof Quotas, 'newAsksFirstWeek' | 'newAsksFirstMonth' | 'newAsks'>;

const sentences: Readonly<Record<Stored, (limit: string) => string>> = {
  projects: (limit) => `An account has at most ${limit} projects. Delete one to make room.`,
  projectSkills: (limit) => `Your projects have at most ${limit} skills together. Remove some to make room.`,
  requests: (limit) => `At most ${limit} requests can wait for an answer. Withdraw one to make room.`,
  projectAsks: (limit) => `You can be on the lists of ${limit} projects at most. Leave one to make room.`,
  updates: (limit) => `An account has at most ${limit} updates of projects. Delete some to make room.`,
  follows: (limit) => `You can follow at most ${limit} projects. Stop following some to make room.`,
  pictures: (limit) =>
    `An account keeps at most ${limit} pictures. Remove some from your profile or projects to make room.`,
  passkeys: (limit) => `An account has at most ${limit} passkeys. Remove one to make room.`,
  mutes: (limit) => `At most ${limit} people can be muted. Unmute one to make room.`,
  blocks: (limit) => `At most ${limit} people can be blocked. Take a block back to make room.`,
  reactions: (limit) => `An account has at most ${limit} reactions. Take some back to make room.`,
  chatPictures: (limit) => `An account has at most ${limit} pictures in chats.`,
};

export function quotaReached(name: Stored, limit: number): ApiError {
  return new ApiError('quota_reached', sentences[name](limit.toLocaleString('en')), { limit });
}

/** Throws 409 `quota_reached` when the account has as many as it may, or would have more with `adding` of them. */
export async function requireRoom(
  db: Db,
  allowed: Quotas,
  name: Stored,
  { userId, adding = 1 }: { userId: string; adding?: number },
): Promise<void> {
  const limit = allowed[name];
  if ((await count(db, name, userId, limit + 1)) + adding > limit) throw quotaReached(name, limit);
}

const counted: Readonly<Record<Stored, (userId: string) => RawBuilder<unknown>>> = {
  projects: (userId) => sql`projects where creator_id = ${userId} and erase_at is null`,
  projectSkills: (userId) =>
    sql`project_skills join projects on projects.id = project_skills.project_id
      where creator_id = ${userId} and erase_at is null`,
  requests: (userId) => sql`decisions where by_id = ${userId} and kind = 'asked'`,
  projectAsks: (userId) => sql`project_interests where user_id = ${userId} and status in ('interested', 'accepted')`,
  updates: (userId) => sql`project_updates where author_id = ${userId}`,
  follows: (userId) => sql`project_follows where user_id = ${userId}`,
  pictures: (userId) => sql`media_owners where user_id = ${userId}`,
  passkeys: (userId) => sql`passkeys where user_id = ${userId}`,
  mutes: (userId) => sql`mutes where user_id = ${userId}`,
  blocks: (userId) => sql`blocks where blocker_id = ${userId}`,
  reactions: (userId) => sql`message_reactions where user_id = ${userId}`,
  chatPictures: (userId) => sql`chat_pictures where owner_id = ${userId}`,
};

/** Stops at `most`: a count never costs more than its quota. */
async function count(db: Db, name: Stored, userId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${counted[name](userId)} limit ${most}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}
