import { z } from 'zod';
import { messageSchema } from '#shared/api/parts.ts';
import {
  interestFilterSchema,
  interestReviewSchema,
  interestSchema,
  projectInterestReplySchema,
  projectInterestsReplySchema,
} from '#shared/api/projects.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, invalidFields, requireVerified } from '#upstream/http/api-error.ts';
import { idPageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { findUser, findUsers } from '../people/people-store.ts';
import { holdPair } from '../safety/block-store.ts';
import { listInterests } from './interest-store.ts';
import { answerInterest, askToJoin, hasNotAsked, tellJoined, withdrawFromProject } from './membership.ts';
import { presentInterest } from './present-projects.ts';
import {
  findOpenRole,
  findSeenOrJoined,
  projectNotFound,
  refuseErased,
  requireOwnProject,
  requireProject,
} from './project-store.ts';

const route = routesOf({ tag: 'projects', capability: 'projects.interest' });

export function interestRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route({
      method: 'POST',
      path: '/project/interest/:projectId',
      summary: 'Asks to join a project',
      body: interestSchema,
      reply: projectInterestReplySchema,
      async handle({ body, params, viewer }) {
        requireVerified(viewer);
        const { projectId } = params;
        const { userId } = viewer;
        const project = await requireProject(db, userId, projectId);
        if (project.creator_id === userId) throw conflict('This project is yours already.');
        const { note = '' } = body;
        const role = body.role === undefined ? '' : await findOpenRole(db, projectId, body.role);
        if (role === undefined) throw invalidFields({ role: 'The project does not look for this role any more.' });
        const asked = { project, userId, note, role, now: deps.now(), quotas: deps.quotas };
        const { interest, notificationId } = await transact(db, async (trx) => {
          if (!(await holdPair(trx, deps.engine, userId, project.creator_id))) throw projectNotFound();
          await requireRoom(trx, deps.quotas, 'projectAsks', { userId });
          return askToJoin(trx, asked);
        }).catch(refuseErased);
        tellNotified(deps.events, notificationId);
        const user = await findUser(db, userId, userId);
        return { message: 'The creator will see that you asked.', data: presentInterest(interest, user) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/interest/:projectId',
      summary: 'Takes the caller’s interest back, or leaves the project',
      reply: messageSchema,
      async handle({ params, viewer }) {
        const { userId } = viewer;
        const project = await findSeenOrJoined(db, userId, params.projectId);
        if (!project) throw hasNotAsked();
        const outcome = await transact(db, (trx) => withdrawFromProject(trx, { project, userId, now: deps.now() }));
        if (outcome === 'withdrawn') deps.events.emit('notificationsRead', { userId: project.creator_id });
        return { message: 'You are no longer on the list.' };
      },
    }),
    route({
      method: 'GET',
      path: '/project/interest/:projectId',
      summary: 'People who ask to join a project of the caller, newest first',
      query: idPageSchema.extend(interestFilterSchema.shape),
      reply: projectInterestsReplySchema,
      async handle({ params, query, viewer }) {
        const project = await requireOwnProject(db, viewer.userId, params.projectId);
        const { rows, nextCursor } = await listInterests(db, viewer.userId, project.id, query);
        const users = await findUsers(
          db,
          viewer.userId,
          rows.map((row) => row.user_id),
        );
        return { items: rows.map((row) => presentInterest(row, users.get(row.user_id))), nextCursor };
      },
    }),
    route({
      method: 'POST',
      path: '/project/interest/review/:status/:interestId',
      summary: 'Accepts or rejects a person who asks to join; an accepted person is connected to the creator',
      params: { status: z.enum(['accepted', 'rejected']) },
      body: interestReviewSchema,
      reply: projectInterestReplySchema,
      async handle({ body, params, viewer }) {
        const { interestId, status } = params;
        const { note = '' } = body;
        const review = { interestId, creatorId: viewer.userId, status, note, now: deps.now() };
        const answered = await transact(db, (trx) => answerInterest(trx, deps.engine, review));
        const { interest, notificationId } = answered;
        deps.events.emit('notificationsRead', { userId: viewer.userId });
        tellNotified(deps.events, notificationId);
        tellJoined(deps.events, interest, answered);
        return {
          message: status === 'accepted' ? 'They are a member now.' : 'Your answer is noted.',
          data: presentInterest(interest, await findUser(db, viewer.userId, interest.user_id)),
        };
      },
    }),
  ];
}
