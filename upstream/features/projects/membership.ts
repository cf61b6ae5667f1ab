import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow, ProjectRow } from '#upstream/db/schema.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { newId } from '#upstream/ids.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { noteJoined } from '../chat/room-store.ts';
import { holdNoticeLimit, mayTell, noteTold, noteWithdrawal } from '../notifications/notice-limits.ts';
import { notify, removeMentionsIn, removeNotice } from '../notifications/notification-store.ts';
import { holdAsks, refreshProjectAsks } from '../notifications/project-asks.ts';
import { lockUsers } from '../people/people-store.ts';
import { requireFirstContact } from '../requests/ask-quota.ts';
import { connectPeople, notifyConnected } from '../requests/decide.ts';
import { areConnected } from '../requests/relations.ts';
import { isThereFor } from '../visibility/people.ts';
import { forgetAsk, noteActivity } from './activity-store.ts';
import {
  deleteAsk,
  findInterestOf,
  insertInterest,
  type Review,
  type ReviewOutcome,
  reviewInterest,
} from './interest-store.ts';

export interface Asked {
  /** Undefined when this person has asked before. */
  interest: ProjectInterestRow | undefined;
  /** The creator's notification; undefined when none was due. */
  notificationId?: string | undefined;
}

/**
 * Asks to join a project, and tells its creator at most once a day. Of a creator
 * whom the person is not connected with it is a first contact, as a request is.
 */
export async function askToJoin(
  trx: Trx,
  asked: { project: ProjectRow; userId: string; note: string; role: string; now: number; quotas: Quotas },
): Promise<Asked> {
  const { project, userId, note, role, now, quotas } = asked;
  const limit = await holdNoticeLimit(trx, { byId: userId, forId: project.creator_id, about: project.id });
  await holdAsks(trx, project.id);
  const interest = await insertInterest(trx, { projectId: project.id, userId, note, role, now });
  if (!interest) return { interest };
  await noteActivity(trx, { projectId: project.id, kind: 'asked', actorId: userId, now });
  if (!(await areConnected(trx, userId, project.creator_id))) {
    const requests = await holdNoticeLimit(trx, { byId: userId, forId: project.creator_id, about: 'request' });
    await requireFirstContact(trx, quotas, requests, now);
  }
  if (!mayTell(limit, now)) return { interest };
  await noteTold(trx, limit, now);
  const notice = { userId: project.creator_id, kind: 'interest', subject: project.id, projectId: project.id } as const;
  return { interest, notificationId: await notify(trx, { ...notice, actorId: userId, now }) };
}

/** Takes the ask back, or leaves the project. A refused ask stays refused. */
export async function withdrawFromProject(
  trx: Trx,
  { project, userId, now }: { project: ProjectRow; userId: string; now: number },
): Promise<'withdrawn' | 'left' | 'rejected' | 'none'> {
  // The ask first: an answer at the same moment turns it into a membership, never the other way round.
  if (await deleteAsk(trx, project.id, userId)) {
    await forgetAsk(trx, project.id, userId);
    await noteWithdrawal(trx, { byId: userId, forId: project.creator_id, about: project.id }, now);
    await refreshProjectAsks(trx, project.id, project.creator_id);
    return 'withdrawn';
  }
  if (await endMembership(trx, userId, { projectId: project.id, userId }, now)) return 'left';
  return (await findInterestOf(trx, project.id, userId)) ? 'rejected' : 'none';
}

/** What has followed when somebody became a member. */
export interface Joined {
  /** The line of the project's room about the new member. */
  joinedLineId?: string;
  /** When it has connected the member with who let them in: the relation's id, and the notification of it. */
  connected?: { requestId: string; notificationId: string | undefined };
}

export interface Answered extends Joined {
  outcome: ReviewOutcome;
  notificationId?: string | undefined;
}

/**
 * Called with the project held, after somebody has become a member: the activity and the room name them, and they are
 * connected with `hostId`, who let them in. `toldId` is the one of the two who is told of the connection. Throws where the
 * project has more members than it may.
 */
export async function welcomeMember(
  trx: Trx,
  { projectId, userId, hostId, toldId, now }: MemberKey & { hostId: string; toldId: string; now: number },
): Promise<Joined> {
  const most = limits.members.max;
  if ((await countMembers(trx, projectId, most + 1)) > most)
    throw new ApiError('quota_reached', `A project has at most ${most} members.`, { limit: most });
  await noteActivity(trx, { projectId, kind: 'joined', actorId: userId, now });
  const joinedLineId = await noteJoined(trx, { projectId, userId, now });
  const requestId = await connectPeople(trx, { askedId: userId, acceptedId: hostId, now });
  if (requestId === undefined) return { joinedLineId };
  const byId = toldId === userId ? hostId : userId;
  return {
    joinedLineId,
    connected: { requestId, notificationId: await notifyConnected(trx, { byId, toId: toldId, now }) },
  };
}

/** Accepts or rejects somebody who asks to join. An accepted person is connected to the creator, too. */
export async function answerInterest(trx: Trx, engine: Engine, review: Review): Promise<Answered> {
  const { creatorId, status, now } = review;
  const asking = trx.selectFrom('project_interests').select('user_id').where('id', '=', review.interestId);
  const asker = await asking.executeTakeFirst();
  // People before the project, like everything else that connects people.
  if (asker) await lockUsers(trx, engine, [creatorId, asker.user_id]);
  const outcome = await reviewInterest(trx, review);
  if (outcome.kind !== 'reviewed') return { outcome };
  const { interest, project } = outcome;
  await refreshProjectAsks(trx, project.id, creatorId);
  const notice = { userId: interest.user_id, kind: 'interest-reviewed', subject: project.id } as const;
  const notificationId = await notify(trx, { ...notice, projectId: project.id, detail: status, now });
  if (status === 'rejected') return { outcome, notificationId };
  const joined = { projectId: project.id, userId: interest.user_id, hostId: creatorId, toldId: interest.user_id, now };
  return { outcome, notificationId, ...(await welcomeMember(trx, joined)) };
}

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

export interface MemberKey {
  projectId: string;
  userId: string;
}

/** A member whom the viewer may see. */
export function membership(trx: Trx, viewerId: string, { projectId, userId }: MemberKey) {
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

/** The subject of the notification about an offer of the project. */
export const offerSubject = (projectId: string) => `project-offer:${projectId}`;

/** How many people a project has beside its creator, hidden ones too; counts no further than `most`. */
async function countMembers(trx: Trx, projectId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from project_interests
      where project_id = ${projectId} and status = 'accepted' limit ${most}) as found`.execute(trx);
  return Number(rows[0]?.count ?? 0);
}
