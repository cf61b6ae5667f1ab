import { messageSchema } from '#shared/api/parts.ts';
import { memberRoleSchema, ownerOfferSchema, projectReplySchema } from '#shared/api/projects.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { ProjectRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, notFound, requireVerified } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { holdNoticeLimit, mayTell, noteTold, noteWithdrawal } from '../notifications/notice-limits.ts';
import { notify } from '../notifications/notification-store.ts';
import { holdAsks } from '../notifications/project-asks.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { holdPair } from '../safety/block-store.ts';
import { endMembership, offerSubject, setMemberRole } from './membership.ts';
import { changeCreator, endOffer, handedSubject, offeredTo, offerProject } from './pass-on.ts';
import { presentProject } from './present-projects.ts';
import { findProject, findSeenOrJoined, projectNotFound, requireOwnProject, requireProject } from './project-store.ts';

const route = routesOf({ tag: 'projects', capability: 'projects.members' });

const noMember = () => notFound('This project has no such member.');

export function memberRoutes(deps: Deps): Route[] {
  const { db, engine, events } = deps;

  /** The project, held until the transaction ends. Throws 404 unless it is the caller's, whom it may just have passed to another. */
  async function holdOwn(trx: Trx, userId: string, projectId: string): Promise<ProjectRow> {
    await holdAsks(trx, projectId);
    return requireOwnProject(trx, userId, projectId);
  }

  /** Open pages of this person read again what they show. */
  const tellChanged = (userId: string) => events.emit('contentChanged', { userIds: [userId] });

  return [
    route({
      method: 'PATCH',
      path: '/project/:projectId/member/:userId',
      summary: 'Says what a member does in a project of the caller',
      body: memberRoleSchema,
      reply: messageSchema,
      async handle({ body, params, viewer }) {
        await transact(db, async (trx) => {
          await holdOwn(trx, viewer.userId, params.projectId);
          if (!(await setMemberRole(trx, viewer.userId, params, body.role))) throw noMember();
        });
        tellChanged(params.userId);
        return { message: 'Your project says it now.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/:projectId/member/:userId',
      summary: 'Removes a member from a project of the caller, or leaves the project where the caller is that member',
      reply: messageSchema,
      async handle({ params, viewer }) {
        const { projectId, userId } = params;
        const leaves = userId === viewer.userId;
        const now = deps.now();
        const creatorId = await transact(db, async (trx) => {
          if (!leaves) {
            await holdOwn(trx, viewer.userId, projectId);
            if (!(await endMembership(trx, viewer.userId, params, now))) throw noMember();
            const key = { byId: userId, forId: viewer.userId, about: projectId };
            await noteWithdrawal(trx, key, now);
            return viewer.userId;
          }
          await holdAsks(trx, projectId);
          const project = await findSeenOrJoined(trx, userId, projectId);
          if (!project) throw projectNotFound();
          if (project.creator_id === userId) throw conflict('Hand the project over before you leave it.');
          if (!(await endMembership(trx, userId, params, now))) throw notFound('You are no member of this project.');
          return project.creator_id;
        });
        tellChanged(leaves ? creatorId : userId);
        return { message: leaves ? 'You have left the project.' : 'They are no longer a member.' };
      },
    }),
    route({
      method: 'POST',
      path: '/project/:projectId/owner',
      summary: 'Offers a project of the caller to a member, who becomes its creator by accepting',
      body: ownerOfferSchema,
      status: 202,
      reply: messageSchema,
      async handle({ body, params, viewer }) {
        requireVerified(viewer);
        const { projectId } = params;
        const { userId } = body;
        const now = deps.now();
        const told = await transact(db, async (trx) => {
          const isHere = await holdPair(trx, engine, viewer.userId, userId);
          await holdOwn(trx, viewer.userId, projectId);
          const before = await offeredTo(trx, projectId);
          if (!isHere || !(await offerProject(trx, viewer.userId, { projectId, userId }, now))) throw noMember();
          const limit = await holdNoticeLimit(trx, { byId: viewer.userId, forId: userId, about: projectId });
          // At most one notification a day; the page shows the offer in any case.
          const isTold = mayTell(limit, now);
          if (isTold) await noteTold(trx, limit, now);
          const notice = { userId, kind: 'account', subject: offerSubject(projectId), projectId, isTold, now } as const;
          return { before, notificationId: await notify(trx, notice) };
        });
        tellNotified(events, told.notificationId);
        for (const id of new Set([userId, told.before ?? userId])) tellChanged(id);
        return { message: 'They can accept now. Until then the project stays yours.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/:projectId/owner',
      summary: 'Takes the offer of a project back, or declines it',
      reply: messageSchema,
      async handle({ params, viewer }) {
        const { projectId } = params;
        const other = await transact(db, async (trx) => {
          await holdAsks(trx, projectId);
          const project = await findProject(trx, viewer.userId, projectId);
          const offered = project && (await offeredTo(trx, projectId));
          const isOwn = project?.creator_id === viewer.userId;
          if (!project || (!isOwn && offered !== viewer.userId)) throw projectNotFound();
          if (offered === undefined) throw notFound('This project is offered to nobody.');
          await endOffer(trx, projectId);
          return isOwn ? offered : project.creator_id;
        });
        tellChanged(other);
        events.emit('notificationsRead', { userId: viewer.userId });
        return { message: 'The offer is gone. The project stays where it was.' };
      },
    }),
    route({
      method: 'POST',
      path: '/project/:projectId/owner/accept',
      summary: 'Accepts a project that its creator offers to the caller; the creator before stays a member',
      reply: projectReplySchema,
      async handle({ params, viewer }) {
        requireVerified(viewer);
        const { projectId } = params;
        const { userId } = viewer;
        const now = deps.now();
        const { creator_id: fromId } = await requireProject(db, userId, projectId);
        const notificationId = await transact(db, async (trx) => {
          const isHere = await holdPair(trx, engine, userId, fromId);
          await holdAsks(trx, projectId);
          const project = await findProject(trx, userId, projectId);
          const isOffered = (await offeredTo(trx, projectId)) === userId;
          if (!isHere || project?.creator_id !== fromId || !isOffered) throw projectNotFound();
          await requireRoom(trx, deps.quotas, 'projects', { userId });
          await changeCreator(trx, { projectId, fromId, toId: userId, staysMember: true, isOffered: true, now });
          await requireRoom(trx, deps.quotas, 'projectSkills', { userId, adding: 0 });
          return notify(trx, { userId: fromId, kind: 'account', subject: handedSubject(projectId), projectId, now });
        });
        tellNotified(events, notificationId);
        tellChanged(fromId);
        events.emit('notificationsRead', { userId });
        const project = await presentProject(db, await requireProject(db, userId, projectId), userId);
        return { success: true, message: 'The project is yours.', project };
      },
    }),
  ];
}
