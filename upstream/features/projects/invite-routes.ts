import { messageSchema } from '#shared/api/parts.ts';
import {
  createdInviteSchema,
  type InviteLook,
  inviteLinkSchema,
  inviteLookSchema,
  newInviteSchema,
  projectInvitesReplySchema,
} from '#shared/api/project-invites.ts';
import { projectInterestReplySchema } from '#shared/api/projects.ts';
import { limits } from '#shared/limits.ts';
import { to } from '#shared/routes.ts';
import type { Db } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, notFound, requireVerified } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { tokenHash } from '#upstream/secret/token.ts';
import { requireValid } from '../email/links.ts';
import { holdAsks } from '../notifications/project-asks.ts';
import { findUser, findUsers, transactAs } from '../people/people-store.ts';
import { shownName } from '../people/shown-name.ts';
import { findOwnOrJoined } from './interest-store.ts';
import { acceptInvite, deleteInvite, insertInvite, listInvites, workingInvites } from './invite-store.ts';
import { tellJoined } from './membership.ts';
import { presentInterest, projectFace } from './present-projects.ts';
import { projectSkills } from './project-store.ts';

const route = routesOf({ tag: 'projects', capability: 'projects.invites' });

const noInvite = () => notFound('This invitation does not work: it is used up, taken back, or its time is over.');

export function inviteRoutes(deps: Deps): Route[] {
  const { db, engine, events, quotas } = deps;
  const { publicUrl = '' } = deps.config;

  return [
    route({
      method: 'POST',
      path: '/project/:projectId/invite',
      summary: 'Makes a link with which a project’s creator or member invites people; its token is in this reply only',
      body: newInviteSchema,
      reply: createdInviteSchema,
      async handle({ body, params, viewer }) {
        requireVerified(viewer);
        const { userId } = viewer;
        const { projectId } = params;
        const now = deps.now();
        await deps.limits.take('project-news', userId);
        const { id, token } = await transactAs(deps, userId, async (trx) => {
          await holdAsks(trx, projectId);
          const project = await findOwnOrJoined(trx, userId, projectId);
          if (project.stage === 'archived') throw conflict('An archived project takes nobody in.');
          if (project.hidden_at !== null) throw conflict('A hidden project takes nobody in.');
          const most = limits.invite.open;
          if ((await listInvites(trx, { projectId, now })).length >= most)
            throw new ApiError('quota_reached', `A project has at most ${most} invitations. Take one back.`, {
              limit: most,
            });
          return insertInvite(trx, { projectId, inviterId: userId, ...body, now });
        });
        return { _id: id, url: `${publicUrl}${to.invite()}#${token}` };
      },
    }),
    route({
      method: 'GET',
      path: '/project/:projectId/invite',
      summary: 'The invitations into a project that work: all of them for its creator, their own for a member',
      reply: projectInvitesReplySchema,
      async handle({ params: { projectId }, viewer: { userId } }) {
        const { creator_id } = await findOwnOrJoined(db, userId, projectId);
        const inviterId = creator_id === userId ? undefined : userId;
        const rows = await listInvites(db, { projectId, inviterId, now: deps.now() });
        const users = await findUsers(
          db,
          userId,
          rows.map((row) => row.inviter_id),
        );
        const items = rows.flatMap(({ id, inviter_id, created_at, ends_at, uses, used }) => {
          const by = users.get(inviter_id);
          return by ? [{ _id: id, by, createdAt: iso(created_at), endsAt: iso(ends_at), uses, used }] : [];
        });
        return { items };
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/:projectId/invite/:inviteId',
      summary: 'Takes an invitation back: any of them as the project’s creator, one’s own as a member',
      reply: messageSchema,
      async handle({ params: { projectId, inviteId }, viewer: { userId } }) {
        const isDeleted = await transact(db, async (trx) => {
          const { creator_id } = await findOwnOrJoined(trx, userId, projectId);
          const inviterId = creator_id === userId ? undefined : userId;
          return deleteInvite(trx, { id: inviteId, projectId, inviterId });
        });
        if (!isDeleted) throw notFound('This project has no such invitation.');
        return { message: 'Nobody can use this link any more.' };
      },
    }),
    route({
      method: 'POST',
      path: '/invite/look',
      summary: 'Who invites into which project, by the token of an invitation',
      access: 'public',
      body: inviteLinkSchema,
      reply: inviteLookSchema,
      handle: ({ body, req }) => requireValid(deps, req, () => lookAtInvite(db, body.token, deps.now()), noInvite),
    }),
    route({
      method: 'POST',
      path: '/invite/accept',
      summary:
        'Makes the caller a member of the project that they are invited into, and connects them with who invites',
      body: inviteLinkSchema,
      reply: projectInterestReplySchema,
      async handle({ body, req, viewer }) {
        requireVerified(viewer);
        const { userId } = viewer;
        const accepting = { token: body.token, userId, engine, quotas, now: deps.now() };
        const joined = await requireValid(
          deps,
          req,
          () => transact(db, (trx) => acceptInvite(trx, accepting)),
          noInvite,
        );
        const { interest, invite, isNew } = joined;
        if (isNew)
          events.emit('contentChanged', { userIds: [...new Set([userId, invite.inviter_id, invite.creator_id])] });
        tellJoined(events, interest, joined);
        const data = presentInterest(interest, await findUser(db, userId, userId));
        return { message: isNew ? 'You are a member now.' : 'You are a member already.', data };
      },
    }),
  ];
}

/**
 * The project and the inviter, for a person who holds the token of an invitation. One statement
 * decides, so that the time of the answer does not tell an unknown token from an ended one.
 */
export async function lookAtInvite(db: Db, token: string, now: number): Promise<InviteLook | undefined> {
  const row = await workingInvites(db, now)
    .innerJoin('users', 'users.id', 'project_invites.inviter_id')
    .select([
      'project_invites.ends_at',
      'projects.id',
      'projects.name',
      'projects.image_url',
      'projects.image_alt',
      'projects.description',
      'users.first_name',
      'users.last_name',
      'users.hidden_name',
      'users.photo_url',
      'users.is_public as shows_inviter',
    ])
    .where('project_invites.token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { firstName, lastName } = shownName(row);
  const skills = await projectSkills(db, [row.id]);
  return {
    project: {
      ...projectFace(row),
      skills: skills.get(row.id) ?? [],
      description: row.description,
    },
    inviter: {
      firstName,
      ...(row.shows_inviter === 1 && { lastName, ...(row.photo_url && { photoUrl: row.photo_url }) }),
    },
    endsAt: iso(row.ends_at),
  };
}
