import { sql } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import { removeMentionsIn, removeNotice } from '../notifications/notification-store.ts';
import { isThereFor } from '../visibility/people.ts';
import { noteActivity } from './activity-store.ts';

export type MemberRow = Pick<ProjectInterestRow, 'user_id' | 'role' | 'offered_at' | 'updated_at'>;

/** The rows of these members of a project, by their ids. `updated_at` is when each became one. */
export async function memberRows(db: Db, projectId: string, ids: readonly string[]): Promise<Map<string, MemberRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('project_interests')
    .select(['user_id', 'role', 'offered_at', 'updated_at'])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', ids)
    .where('status', '=', 'accepted')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

interface MemberKey {
  projectId: string;
  userId: string;
}

/** A member whom the viewer may see. */
function membership(trx: Trx, viewerId: string, { projectId, userId }: MemberKey) {
  return trx
    .selectFrom('project_interests')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('status', '=', 'accepted')
    .where(isThereFor(viewerId, 'project_interests.user_id'));
}

/** Makes somebody a member, whatever the answer to their ask was. */
export function makeMember(
  trx: Trx,
  { projectId, userId, now }: MemberKey & { now: number },
): Promise<ProjectInterestRow> {
  const accepted = { status: 'accepted', answer: '', updated_at: now } as const;
  return trx
    .insertInto('project_interests')
    .values({ id: newId(now), project_id: projectId, user_id: userId, note: '', created_at: now, ...accepted })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(accepted))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** False where the creator sees no such member. */
export async function setMemberRole(trx: Trx, creatorId: string, key: MemberKey, role: string): Promise<boolean> {
  const changed = await trx
    .updateTable('project_interests')
    .set({ role })
    .where('id', 'in', membership(trx, creatorId, key))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * The member leaves, or the creator removes them. An offer of the project ends with the membership, and the activity of the
 * project names who has left. False where the viewer, who is one of the two, sees no such member.
 */
export async function endMembership(trx: Trx, viewerId: string, key: MemberKey, now: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('project_interests')
    .where('id', 'in', membership(trx, viewerId, key))
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) return false;
  await removeNotice(trx, { userId: key.userId, kind: 'account', subject: offerSubject(key.projectId) });
  await removeMentionsIn(trx, key);
  await noteActivity(trx, { projectId: key.projectId, kind: 'left', actorId: key.userId, now });
  return true;
}

/** Subjects of notifications: an offer; the project is the person's now; the offer of the person was accepted. */
export const offerSubject = (projectId: string) => `project-offer:${projectId}`;
export const ownerSubject = (projectId: string) => `project-owner:${projectId}`;
export const handedSubject = (projectId: string) => `project-handed:${projectId}`;

/** Offers the project to this member, in place of whom it was offered before. False where the creator sees no such member. */
export async function offerProject(trx: Trx, creatorId: string, key: MemberKey, now: number): Promise<boolean> {
  await endOffer(trx, key.projectId);
  const offered = await trx
    .updateTable('project_interests')
    .set({ offered_at: now })
    .where('id', 'in', membership(trx, creatorId, key))
    .returning('id')
    .executeTakeFirst();
  return offered !== undefined;
}

/** To whom the project is offered. */
export async function offeredTo(trx: Trx, projectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('project_interests')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('offered_at', 'is not', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Takes the offer back, with its notification. Answers to whom the project was offered. */
export async function endOffer(trx: Trx, projectId: string): Promise<string | undefined> {
  const ended = await trx
    .updateTable('project_interests')
    .set({ offered_at: null })
    .where('project_id', '=', projectId)
    .where('offered_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  if (ended) await removeNotice(trx, { userId: ended.user_id, kind: 'account', subject: offerSubject(projectId) });
  return ended?.user_id;
}

/** How many people a project has beside its creator, hidden ones too; counts no further than `most`. */
export async function countMembers(trx: Trx, projectId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from project_interests
      where project_id = ${projectId} and status = 'accepted' limit ${most}) as found`.execute(trx);
  return Number(rows[0]?.count ?? 0);
}
