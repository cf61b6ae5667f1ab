import { sql } from 'kysely';
import { day } from '#shared/durations.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow, ProjectInviteRow } from '#upstream/db/schema.ts';
import { conflict } from '#upstream/http/api-error.ts';
import { newId } from '#upstream/ids.ts';
import { type Quotas, requireRoom } from '#upstream/limits/quotas.ts';
import { newToken, tokenHash } from '#upstream/secret/token.ts';
import { lastWithdrawal } from '../notifications/notice-limits.ts';
import { holdAsks, refreshProjectAsks } from '../notifications/project-asks.ts';
import { lockUsers } from '../people/people-store.ts';
import { isBlockedBetween } from '../safety/block-store.ts';
import { isHere } from '../visibility/people.ts';
import { findInterestOf } from './interest-store.ts';
import { type Joined, makeMember, welcomeMember } from './membership.ts';

interface NewInviteRow {
  projectId: string;
  inviterId: string;
  days: number;
  uses: number;
  now: number;
}

/** Stores a new invitation and returns its token, of which the database keeps the hash only. */
export async function insertInvite(
  trx: Trx,
  { projectId, inviterId, days, uses, now }: NewInviteRow,
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(now), newToken()];
  const times = { created_at: now, ends_at: now + days * day };
  await trx
    .insertInto('project_invites')
    .values({ id, project_id: projectId, inviter_id: inviterId, token_hash: tokenHash(token), uses, used: 0, ...times })
    .execute();
  return { id, token };
}

/**
 * The invitations that work: neither ended nor used up, into a project that takes people in, by its creator or by a member
 * who has been one since before they made it. Who leaves takes their invitations along, also when they come back.
 */
export function workingInvites(db: Db, now: number) {
  return db
    .selectFrom('project_invites')
    .innerJoin('projects', 'projects.id', 'project_invites.project_id')
    .where('project_invites.ends_at', '>', now)
    .where(sql<boolean>`project_invites.used < project_invites.uses`)
    .where('projects.erase_at', 'is', null)
    .where('projects.hidden_at', 'is', null)
    .where(sql<boolean>`coalesce(projects.stage, '') <> 'archived'`)
    .where(isHere('projects.creator_id'))
    .where(isHere('project_invites.inviter_id'))
    .where(
      sql<boolean>`(project_invites.inviter_id = projects.creator_id or exists (
        select 1 from project_interests as membership
        where membership.project_id = projects.id and membership.user_id = project_invites.inviter_id
          and membership.status = 'accepted' and membership.updated_at <= project_invites.created_at))`,
    );
}

export interface WorkingInvite extends ProjectInviteRow {
  creator_id: string;
}

export function findInvite(db: Db, token: string, now: number): Promise<WorkingInvite | undefined> {
  return workingInvites(db, now)
    .selectAll('project_invites')
    .select('projects.creator_id')
    .where('project_invites.token_hash', '=', tokenHash(token))
    .executeTakeFirst();
}

/** The working invitations of a project, newest first: all of them, or those that one member has made. */
export function listInvites(
  db: Db,
  { projectId, inviterId, now }: { projectId: string; inviterId?: string | undefined; now: number },
): Promise<ProjectInviteRow[]> {
  return workingInvites(db, now)
    .selectAll('project_invites')
    .where('project_invites.project_id', '=', projectId)
    .$if(inviterId !== undefined, (rows) => rows.where('project_invites.inviter_id', '=', inviterId ?? ''))
    .orderBy('project_invites.id', 'desc')
    .execute();
}

/** Ends an invitation of a project. False where it has none of this id, or another member has made it. */
export async function deleteInvite(
  trx: Trx,
  { id, projectId, inviterId }: { id: string; projectId: string; inviterId?: string | undefined },
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('project_invites')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .$if(inviterId !== undefined, (rows) => rows.where('inviter_id', '=', inviterId ?? ''))
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Takes one use of an invitation. False where another person has just taken the last one. */
export async function spendInvite(trx: Trx, id: string): Promise<boolean> {
  const spent = await trx
    .updateTable('project_invites')
    .set((row) => ({ used: row('used', '+', 1) }))
    .where('id', '=', id)
    .where(sql<boolean>`used < uses`)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

interface Accepting {
  token: string;
  userId: string;
  engine: Engine;
  quotas: Quotas;
  now: number;
}

export interface JoinedByInvite extends Joined {
  interest: ProjectInterestRow;
  invite: WorkingInvite;
  /** False for somebody who is a member already: nothing has changed. */
  isNew: boolean;
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
  const before = await findInterestOf(trx, projectId, userId);
  if (before?.status === 'accepted') return { interest: before, invite, isNew: false };
  if (await isTurnedDown(trx, { userId, invite, before })) return undefined;
  await requireRoom(trx, quotas, 'projectAsks', { userId, adding: before?.status === 'interested' ? 0 : 1 });
  if (!(await spendInvite(trx, invite.id))) return undefined;
  const interest = await makeMember(trx, { projectId, userId, now });
  if (before?.status === 'interested') await refreshProjectAsks(trx, projectId, creatorId);
  const joined = { projectId, userId, hostId: inviterId, toldId: inviterId, now };
  return { interest, invite, isNew: true, ...(await welcomeMember(trx, joined)) };
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
