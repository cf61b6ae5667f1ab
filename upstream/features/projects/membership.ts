import { sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow, ProjectRow } from '#upstream/db/schema.ts';
import type { EventBus, UpstreamEvents } from '#upstream/events.ts';
import { ApiError, conflict, notFound } from '#upstream/http/api-error.ts';
import { newId } from '#upstream/ids.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { noteJoined } from '../chat/room-store.ts';
import { holdNoticeLimit, mayTell, noteTold, noteWithdrawal } from '../notifications/notice-limits.ts';
import { notify, removeMentionsIn, removeNotice } from '../notifications/notification-store.ts';
import { holdAsks, refreshProjectAsks } from '../notifications/project-asks.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { lockUsers } from '../people/people-store.ts';
import { requireFirstContact } from '../requests/ask-quota.ts';
import { connectPeople, notifyConnected } from '../requests/decide.ts';
import { areConnected } from '../requests/relations.ts';
import { isThereFor } from '../visibility/people.ts';
import { forgetAsk, noteActivity } from './activity-store.ts';
import { findInterestOf } from './interest-store.ts';

/**
 * Asks to join a project, and tells its creator at most once a day. Of a creator whom the person is not connected with it is
 * a first contact, as a request is. Constraints allow one ask per person and project. Throws a foreign key violation when the
 * project was deleted a moment ago.
 */
export async function askToJoin(
  trx: Trx,
  asked: { project: ProjectRow; userId: string; note: string; role: string; now: number; quotas: Quotas },
): Promise<Answered> {
  const { project, userId, note, role, now, quotas } = asked;
  const limit = await holdNoticeLimit(trx, { byId: userId, forId: project.creator_id, about: project.id });
  await holdAsks(trx, project.id);
  const times = { created_at: now, updated_at: now };
  const interest = await trx
    .insertInto('project_interests')
    .values({ id: newId(now), project_id: project.id, user_id: userId, status: 'interested', note, role, ...times })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!interest) throw new ApiError('already_related', 'You have asked to join this project already.');
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
): Promise<'withdrawn' | 'left'> {
  const { id: projectId, creator_id: creatorId } = project;
  // The ask first: an answer at the same moment turns it into a membership, never the other way round.
  const withdrawn = await trx
    .deleteFrom('project_interests')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('status', '=', 'interested')
    .returning('id')
    .executeTakeFirst();
  if (withdrawn) {
    await forgetAsk(trx, projectId, userId);
    await noteWithdrawal(trx, { byId: userId, forId: creatorId, about: projectId }, now);
    await refreshProjectAsks(trx, projectId, creatorId);
    return 'withdrawn';
  }
  if (await endMembership(trx, userId, { projectId, userId }, now)) return 'left';
  throw (await findInterestOf(trx, projectId, userId)) ? conflict('The creator has answered already.') : hasNotAsked();
}

export const hasNotAsked = () => notFound('You have not asked to join this project.');

/** The consequences of a new member: the line of the room about them, and a connection with the person who let them in. */
export interface Joined {
  joinedLineId?: string;
  connected?: UpstreamEvents['connected'];
}

interface Answered extends Joined {
  interest: ProjectInterestRow;
  /** Of the person who is told; undefined when none was due. */
  notificationId?: string | undefined;
}

export function tellJoined(
  events: EventBus,
  { project_id: roomId, user_id: senderId }: ProjectInterestRow,
  { joinedLineId, connected }: Joined,
): void {
  if (joinedLineId !== undefined) events.emit('roomSpoken', { roomId, senderId, messageId: joinedLineId });
  if (!connected) return;
  events.emit('connected', connected);
  tellNotified(events, connected.notificationId);
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
  const notificationId = await notifyConnected(trx, { byId, toId: toldId, now });
  return { joinedLineId, connected: { requestId, byId, otherId: toldId, notificationId } };
}

interface Review {
  interestId: string;
  creatorId: string;
  status: 'accepted' | 'rejected';
  /** A line for the person who asked, or nothing. */
  note: string;
  now: number;
}

/** Accepts or rejects somebody who asks to join. An accepted person is connected to the creator, too. */
export async function answerInterest(trx: Trx, engine: Engine, review: Review): Promise<Answered> {
  const { interestId, creatorId, status, note, now } = review;
  const asking = trx.selectFrom('project_interests').where('project_interests.id', '=', interestId);
  const asker = await asking.select('user_id').executeTakeFirst();
  // People before the project, like everything else that connects people.
  if (asker) await lockUsers(trx, engine, [creatorId, asker.user_id]);
  const project = await asking
    .innerJoin('projects', 'projects.id', 'project_interests.project_id')
    .select('projects.id')
    .where('projects.creator_id', '=', creatorId)
    .where('projects.erase_at', 'is', null)
    .where(isThereFor(creatorId, 'project_interests.user_id'))
    .executeTakeFirst();
  if (!project) throw notFound('Nobody asks this of you.');
  // Only of a pending interest, so that the first review wins.
  const interest = await trx
    .updateTable('project_interests')
    .set({ status, answer: note, updated_at: now })
    .where('id', '=', interestId)
    .where('status', '=', 'interested')
    .returningAll()
    .executeTakeFirst();
  if (!interest) throw conflict('This has been answered already.');
  const { project_id: projectId, user_id: userId } = interest;
  await refreshProjectAsks(trx, projectId, creatorId);
  const notice = { userId, kind: 'interest-reviewed', subject: projectId, projectId, detail: status, now } as const;
  const notificationId = await notify(trx, notice);
  if (status === 'rejected') return { interest, notificationId };
  const joined = await welcomeMember(trx, { projectId, userId, hostId: creatorId, toldId: userId, now });
  return { interest, notificationId, ...joined };
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
