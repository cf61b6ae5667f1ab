import { messageSchema } from '#shared/api/parts.ts';
import {
  followedUpdatesReplySchema,
  newUpdateSchema,
  type ProjectActivity,
  type ProjectUpdate,
  projectActivityReplySchema,
  projectUpdateSchema,
  projectUpdatesReplySchema,
} from '#shared/api/project-updates.ts';
import type { User } from '#shared/api/users.ts';
import { projectStatuses } from '#shared/project-statuses.ts';
import type { ProjectUpdateRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound, requireVerified } from '#upstream/http/api-error.ts';
import { idPageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { holdPicture } from '../media/media-store.ts';
import { findUsers, transactAs } from '../people/people-store.ts';
import { listActivity } from './activity-store.ts';
import { findInterestOf, findOwnOrJoined } from './interest-store.ts';
import { findProject, projectNotFound, projectsByIds, refuseErased, requireProject } from './project-store.ts';
import { deleteUpdate, follow, insertUpdate, listFollowedUpdates, listUpdates, unfollow } from './update-store.ts';

const route = routesOf({ tag: 'projects' });

const capability = 'projects.updates';

export function updateRoutes(deps: Deps): Route[] {
  const { db } = deps;

  const authorsOf = (rows: readonly ProjectUpdateRow[], viewerId: string) =>
    findUsers(
      db,
      viewerId,
      rows.map((row) => row.author_id),
    );

  return [
    route({
      method: 'GET',
      path: '/project/:projectId/update',
      summary: 'The updates of a project, newest first',
      capability,
      query: idPageSchema,
      reply: projectUpdatesReplySchema,
      async handle({ params, query, viewer: { userId } }) {
        const project = await requireProject(db, userId, params.projectId);
        const { rows, nextCursor } = await listUpdates(db, userId, project, query);
        const authors = await authorsOf(rows, userId);
        return { items: rows.flatMap((row) => presentUpdate(row, authors.get(row.author_id))), nextCursor };
      },
    }),
    route({
      method: 'POST',
      path: '/project/:projectId/update',
      summary: 'Tells who follows a project, of which the caller is the creator or a member, what is new in it',
      capability,
      body: newUpdateSchema,
      reply: projectUpdateSchema,
      async handle({ body: { text, picture }, params: { projectId }, viewer }) {
        requireVerified(viewer);
        const { userId } = viewer;
        const now = deps.now();
        await deps.limits.take('project-news', userId);
        const row = await transactAs(deps, userId, async (trx) => {
          await findOwnOrJoined(trx, userId, projectId);
          await requireRoom(trx, deps.quotas, 'updates', { userId });
          await holdPicture(trx, { userId, url: picture?.url, field: 'picture', now });
          return insertUpdate(trx, { projectId, authorId: userId, text, picture, now });
        }).catch(refuseErased);
        const [update] = presentUpdate(row, (await authorsOf([row], userId)).get(userId));
        if (!update) throw projectNotFound();
        return update;
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/:projectId/update/:updateId',
      summary: 'Deletes an update: any of them as the project’s creator, one’s own as a member',
      capability,
      reply: messageSchema,
      async handle({ params: { projectId, updateId }, viewer: { userId } }) {
        const project = await findProject(db, userId, projectId);
        const authorId = project?.creator_id === userId ? undefined : userId;
        // A former member deletes their own words, too.
        if (
          !project ||
          !(await transact(db, (trx) => deleteUpdate(trx, { id: updateId, projectId, authorId }, deps.now())))
        )
          throw notFound('This project has no such update.');
        return { message: 'The update is gone.' };
      },
    }),
    route({
      method: 'PUT',
      path: '/project/:projectId/follow',
      summary: 'Follows a project: its updates stand beside the caller’s feed',
      capability,
      reply: messageSchema,
      async handle({ params: { projectId }, viewer: { userId } }) {
        await requireProject(db, userId, projectId);
        await transactAs(deps, userId, async (trx) => {
          await follow(trx, { userId, projectId }, deps.now());
          await requireRoom(trx, deps.quotas, 'follows', { userId, adding: 0 });
        }).catch(refuseErased);
        return { message: 'You follow this project.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/:projectId/follow',
      summary: 'Ends following a project, also one that the caller does not see any more',
      capability,
      reply: messageSchema,
      async handle({ params: { projectId }, viewer: { userId } }) {
        await transact(db, (trx) => unfollow(trx, { userId, projectId }));
        return { message: 'You do not follow this project.' };
      },
    }),
    route({
      method: 'GET',
      path: '/user/updates',
      summary: 'Updates of the projects that the caller follows, newest first, without their own',
      capability,
      query: idPageSchema,
      reply: followedUpdatesReplySchema,
      async handle({ query, viewer: { userId } }) {
        const { rows, nextCursor } = await listFollowedUpdates(db, userId, query);
        const projects = await projectsByIds(db, userId, [...new Set(rows.map((row) => row.project_id))]);
        const authors = await authorsOf(rows, userId);
        const items = rows.flatMap((row) => {
          const project = projects.get(row.project_id);
          if (!project) return [];
          const about = { _id: project.id, projectName: project.name };
          return presentUpdate(row, authors.get(row.author_id)).map((update) => ({ ...update, project: about }));
        });
        return { items, nextCursor };
      },
    }),
  ];
}

/** Empty where the author has gone since the row was read. */
function presentUpdate(row: ProjectUpdateRow, author: User | undefined): ProjectUpdate[] {
  return author ? [{ _id: row.id, author, ...updateWords(row) }] : [];
}

/** The part of an update that everybody reads. */
export function updateWords({ text, picture_url, picture_alt, created_at }: ProjectUpdateRow) {
  return {
    text,
    ...(picture_url && { picture: { url: picture_url, alt: picture_alt } }),
    createdAt: iso(created_at),
  };
}

export function activityRoutes({ db }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/project/:projectId/activity',
      summary: 'What has happened in a project, newest first: asks for its creator, who has left for its members',
      capability: 'projects.activity',
      query: idPageSchema,
      reply: projectActivityReplySchema,
      async handle({ params, query, viewer: { userId } }) {
        const project = await requireProject(db, userId, params.projectId);
        const isOwn = project.creator_id === userId;
        const relation = isOwn ? 'owner' : ((await findInterestOf(db, project.id, userId))?.status ?? 'none');
        const { rows, nextCursor } = await listActivity(db, { id: userId, relation }, project, query);
        const users = await findUsers(
          db,
          userId,
          rows.map((row) => row.actor_id),
        );
        const items = rows.flatMap((row): ProjectActivity[] => {
          const actor = users.get(row.actor_id);
          const status = projectStatuses.find((one) => one === row.detail);
          // The person may have gone since the rows were read.
          if (!actor) return [];
          return [{ _id: row.id, kind: row.kind, actor, ...(status && { status }), createdAt: iso(row.created_at) }];
        });
        return { items, nextCursor };
      },
    }),
  ];
}
