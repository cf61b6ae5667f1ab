import { sql } from 'kysely';
import { day } from '#shared/durations.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { ProjectInviteRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import type { Retention } from '#upstream/jobs/retention.ts';
import { newSessionToken, tokenHash } from '../auth/session-store.ts';
import { isHere } from '../visibility/people.ts';

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
  const [id, token] = [newId(now), newSessionToken()];
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

/** For the account that is deleted. */
export async function deleteInvitesOf(trx: Trx, inviterId: string): Promise<void> {
  await trx.deleteFrom('project_invites').where('inviter_id', '=', inviterId).execute();
}

export const endedInvites: Retention = {
  name: 'project invitations',
  table: 'project_invites',
  keys: ['id'],
  age: sql`ends_at`,
  expired: (now) => sql`ends_at <= ${now}`,
  index: 'project_invites_by_end',
  what: 'Invitations into projects',
  keptFor: 'until they end, 30 days at most',
};
