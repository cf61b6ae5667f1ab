import { z } from 'zod';
import { messageSchema } from '#shared/api/parts.ts';
import {
  interestFilterSchema,
  interestReviewSchema,
  interestSchema,
  projectInterestReplySchema,
  projectInterestsReplySchema,
} from '#shared/api/projects.ts';
import { isForeignKeyViolation } from '#upstream/db/faults.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, invalidFields, notFound, requireVerified } from '#upstream/http/api-error.ts';
import { cutIdPage, idPageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { findUsers } from '../people/people-store.ts';
import { holdPair } from '../safety/hold-pair.ts';
import { listInterests } from './interest-store.ts';
import { answerInterest, askToJoin, withdrawFromProject } from './membership.ts';
import { presentInterest } from './present-projects.ts';
import { findJoinedProject, findOpenRole, findProject, projectNotFound } from './project-store.ts';

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
        const project = await findProject(db, viewer.userId, projectId);
        if (!project) throw projectNotFound();
        if (project.creator_id === viewer.userId) throw conflict('This project is yours already.');
        const { note = '' } = body;
        const role = body.role === undefined ? '' : await findOpenRole(db, projectId, body.role);
        if (role === undefined) throw invalidFields({ role: 'The project does not look for this role any more.' });
        const asked = { project, userId: viewer.userId, note, role, now: deps.now(), quotas: deps.quotas };
        const { interest: row, notificationId } = await transact(db, async (trx) => {
          if (!(await holdPair(trx, deps.engine, viewer.userId, project.creator_id))) throw projectNotFound();
          await requireRoom(trx, deps.quotas, 'projectAsks', { userId: viewer.userId });
          return askToJoin(trx, asked);
        }).catch((error: unknown) => {
          // The project was deleted a moment ago.
          throw isForeignKeyViolation(error) ? projectNotFound() : error;
        });
        if (!row) throw new ApiError('already_related', 'You have asked to join this project already.');
        tellNotified(deps.events, notificationId);
        const users = await findUsers(db, viewer.userId, [viewer.userId]);
        return {
          message: 'The creator will see that you asked.',
          data: presentInterest(row, users.get(viewer.userId)),
        };
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/interest/:projectId',
      summary: 'Takes the caller’s interest back, or leaves the project',
      reply: messageSchema,
      async handle({ params, viewer }) {
        const { projectId } = params;
        const project =
          (await findProject(db, viewer.userId, projectId)) ?? (await findJoinedProject(db, viewer.userId, projectId));
        if (!project) throw notFound('You have not asked to join this project.');
        const outcome = await transact(db, (trx) =>
          withdrawFromProject(trx, { project, userId: viewer.userId, now: deps.now() }),
        );
        if (outcome === 'withdrawn') deps.events.emit('notificationsRead', { userId: project.creator_id });
        if (outcome === 'none') throw notFound('You have not asked to join this project.');
        if (outcome === 'rejected') throw conflict('The creator has answered already.');
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
        const project = await findProject(db, viewer.userId, params.projectId);
        if (project?.creator_id !== viewer.userId) throw projectNotFound();
        const { rows, nextCursor } = cutIdPage(
          await listInterests(db, viewer.userId, project.id, query.status, query),
          query.limit,
        );
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
        const { outcome, connected, joinedLineId, notificationId } = await transact(db, (trx) =>
          answerInterest(trx, deps.engine, review),
        );
        if (outcome.kind === 'unknown') throw notFound('Nobody asks this of you.');
        if (outcome.kind === 'already-reviewed') throw conflict('This has been answered already.');
        const { interest, project } = outcome;
        deps.events.emit('notificationsRead', { userId: viewer.userId });
        tellNotified(deps.events, notificationId);
        if (joinedLineId !== undefined)
          deps.events.emit('roomSpoken', { roomId: project.id, senderId: interest.user_id, messageId: joinedLineId });
        if (connected) {
          deps.events.emit('connected', { ...connected, byId: viewer.userId, otherId: interest.user_id });
          tellNotified(deps.events, connected.notificationId);
        }
        const users = await findUsers(db, viewer.userId, [interest.user_id]);
        return {
          message: status === 'accepted' ? 'They are a member now.' : 'Your answer is noted.',
          data: presentInterest(interest, users.get(interest.user_id)),
        };
      },
    }),
  ];
}
