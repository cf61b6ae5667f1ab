import { z } from 'zod';
import { interestSchema, type ProjectInterestReply, type ProjectInterestsReply } from '#shared/api/projects.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, notFound } from '#upstream/http/api-error.ts';
import { cutIdPage, idPageSchema } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { findUsers } from '../people/people-store.ts';
import { connectPeople } from '../requests/connect-people.ts';
import { deleteInterest, insertInterest, listInterests, reviewInterest } from './interest-store.ts';
import { presentInterest } from './present-projects.ts';
import { projectNotFound } from './project-routes.ts';
import { findProject } from './project-store.ts';

const capability = 'projects.interest';

export function interestRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    defineRoute({
      method: 'POST',
      path: '/project/interest/:projectId',
      summary: 'Asks to join a project',
      tag: 'projects',
      access: 'session',
      capability,
      body: interestSchema,
      async handle({ body, params, viewer }): Promise<ProjectInterestReply> {
        const { projectId } = params;
        const project = await findProject(db, projectId);
        if (!project) throw projectNotFound();
        if (project.creator_id === viewer.userId) throw conflict('This project is yours already.');
        const { note = '' } = body;
        const outcome = await insertInterest(db, { projectId, userId: viewer.userId, note, now: deps.now() });
        if (outcome.kind === 'no-project') throw projectNotFound();
        if (outcome.kind === 'asked-before')
          throw new ApiError('already_related', 'You have asked to join this project already.');
        const row = outcome.interest;
        deps.events.emit('interestShown', {
          interestId: row.id,
          projectId,
          userId: viewer.userId,
          creatorId: project.creator_id,
        });
        const users = await findUsers(db, [viewer.userId]);
        return {
          message: 'The creator will see that you asked.',
          data: presentInterest(row, users.get(viewer.userId)),
        };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/project/interest/:projectId',
      summary: 'Takes the caller’s interest back, or leaves the project',
      tag: 'projects',
      access: 'session',
      capability,
      async handle({ params, viewer }): Promise<{ message: string }> {
        const outcome = await deleteInterest(db, params.projectId, viewer.userId);
        if (outcome === 'none') throw notFound('You have not asked to join this project.');
        if (outcome === 'rejected') throw conflict('The creator has answered already.');
        return { message: 'You are no longer on the list.' };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/project/interest/:projectId',
      summary: 'People who ask to join a project of the caller, newest first',
      tag: 'projects',
      access: 'session',
      capability,
      query: idPageSchema.extend({
        status: z.enum(['interested', 'accepted', 'rejected']).default('interested'),
      }),
      async handle({ params, query, viewer }): Promise<ProjectInterestsReply> {
        const project = await findProject(db, params.projectId);
        if (project?.creator_id !== viewer.userId) throw projectNotFound();
        const { rows, nextCursor } = cutIdPage(await listInterests(db, project.id, query.status, query), query.limit);
        const users = await findUsers(
          db,
          rows.map((row) => row.user_id),
        );
        return { items: rows.map((row) => presentInterest(row, users.get(row.user_id))), nextCursor };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/project/interest/review/:status/:interestId',
      summary: 'Accepts or rejects a person who asks to join; an accepted person is connected to the creator',
      tag: 'projects',
      access: 'session',
      capability,
      words: { status: ['accepted', 'rejected'] },
      async handle({ params, viewer }): Promise<ProjectInterestReply> {
        const status = params.status === 'accepted' ? 'accepted' : 'rejected';
        const { outcome, requestId } = await transact(db, async (trx) => {
          const now = deps.now();
          const review = { interestId: params.interestId, creatorId: viewer.userId, status, now } as const;
          const reviewed = await reviewInterest(trx, review);
          const joins = reviewed.kind === 'reviewed' && status === 'accepted' ? reviewed.interest.user_id : undefined;
          return {
            outcome: reviewed,
            requestId: joins && (await connectPeople(trx, { askedId: joins, acceptedId: viewer.userId, now })),
          };
        });
        if (outcome.kind === 'unknown') throw notFound('Nobody asks this of you.');
        if (outcome.kind === 'already-reviewed') throw conflict('This has been answered already.');
        const { interest, project } = outcome;
        const ids = { interestId: interest.id, projectId: project.id, userId: interest.user_id };
        deps.events.emit('interestReviewed', { ...ids, creatorId: viewer.userId, status });
        if (requestId !== undefined)
          deps.events.emit('connected', { requestId, byId: viewer.userId, otherId: interest.user_id });
        const users = await findUsers(db, [interest.user_id]);
        return {
          message: status === 'accepted' ? 'They are a member now.' : 'Your answer is noted.',
          data: presentInterest(interest, users.get(interest.user_id)),
        };
      },
    }),
  ];
}
