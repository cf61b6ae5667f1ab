import { limits } from '#shared/limits.ts';
import type { Engine, Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow } from '#upstream/db/schema.ts';
import { ApiError, conflict } from '#upstream/http/api-error.ts';
import { type Quotas, requireRoom } from '#upstream/limits/quotas.ts';
import { noteJoined } from '../chat/room-store.ts';
import { lastWithdrawal } from '../notifications/notice-limits.ts';
import { holdAsks, refreshProjectAsks } from '../notifications/project-asks.ts';
import { lockUsers } from '../people/people-store.ts';
import { connectPeople, notifyConnected } from '../requests/decide.ts';
import { isBlockedBetween } from '../safety/block-store.ts';
import { noteActivity } from './activity-store.ts';
import { interestsOfViewer } from './interest-store.ts';
import { findInvite, spendInvite, type WorkingInvite } from './invite-store.ts';
import { countMembers, makeMember } from './member-store.ts';

interface Accepting {
  token: string;
  userId: string;
  engine: Engine;
  quotas: Quotas;
  now: number;
}

export interface JoinedByInvite {
  interest: ProjectInterestRow;
  invite: WorkingInvite;
  /** False for somebody who is a member already: nothing has changed. */
  isNew: boolean;
  /** The line of the project's room about somebody who is new. */
  joinedLineId?: string;
  /** When it has connected the person with who invites them. */
  connected?: { requestId: string; notificationId: string | undefined };
}

/**
 * Makes somebody a member of the project that a token invites into, and connects them with who invites: making the link and
 * following it is consent of both (decision 260). The project is held, so that people who accept at once come one by one.
 * Undefined where the invitation does not work for this person.
 */
export async function acceptInvite(
  trx: Trx,
  { token, userId, engine, quotas, now }: Accepting,
): Promise<JoinedByInvite | undefined> {
  const seen = await findInvite(trx, token, now);
  if (seen?.creator_id === userId) throw conflict('This project is yours already.');
  if (!seen || !(await holdPeople(trx, engine, userId, seen))) return undefined;
  const { project_id: projectId, creator_id: creatorId, inviter_id: inviterId } = seen;
  await holdAsks(trx, projectId);
  const invite = await findInvite(trx, token, now);
  if (invite?.creator_id !== creatorId) return undefined;
  const before = (await interestsOfViewer(trx, userId, [projectId])).get(projectId);
  if (before?.status === 'accepted') return { interest: before, invite, isNew: false };
  if (await isTurnedDown(trx, { userId, invite, before })) return undefined;
  await requireRoom(trx, quotas, 'projectAsks', { userId, adding: before?.status === 'interested' ? 0 : 1 });
  const most = limits.members.max;
  if ((await countMembers(trx, projectId, most)) >= most)
    throw new ApiError('quota_reached', `A project has at most ${most} members.`, { limit: most });
  if (!(await spendInvite(trx, invite.id))) return undefined;
  const interest = await makeMember(trx, { projectId, userId, now });
  if (before?.status === 'interested') await refreshProjectAsks(trx, projectId, creatorId);
  await noteActivity(trx, { projectId, kind: 'joined', actorId: userId, now });
  const joinedLineId = await noteJoined(trx, { projectId, userId, now });
  const requestId = await connectPeople(trx, { askedId: userId, acceptedId: inviterId, now });
  if (requestId === undefined) return { interest, invite, isNew: true, joinedLineId };
  const notificationId = await notifyConnected(trx, { byId: userId, toId: inviterId, now });
  return { interest, invite, isNew: true, joinedLineId, connected: { requestId, notificationId } };
}

/**
 * Whether the person, who invites and the creator are there for each other; if so, that stays true until the end of the
 * transaction. Locked at once as `connectPeople` locks them: several that share them first would wait for each other.
 */
async function holdPeople(
  trx: Trx,
  engine: Engine,
  userId: string,
  { inviter_id, creator_id }: WorkingInvite,
): Promise<boolean> {
  const ids = [...new Set([userId, inviter_id, creator_id])];
  const people = await lockUsers(trx, engine, ids);
  if (people.length < ids.length || people.some(({ suspended_at }) => suspended_at !== null)) return false;
  return !(await isBlockedBetween(trx, userId, inviter_id)) && !(await isBlockedBetween(trx, userId, creator_id));
}

/**
 * A link does not bring back somebody whom the creator has removed, or who has taken their ask back, after it was made. Whom
 * the creator has refused only the creator's own, later link takes in.
 */
async function isTurnedDown(
  trx: Trx,
  { userId, invite, before }: { userId: string; invite: WorkingInvite; before: ProjectInterestRow | undefined },
): Promise<boolean> {
  const { creator_id: creatorId, inviter_id, project_id: about, created_at } = invite;
  if (before?.status === 'rejected' && (inviter_id !== creatorId || before.updated_at >= created_at)) return true;
  return (await lastWithdrawal(trx, { byId: userId, forId: creatorId, about })) >= created_at;
}
