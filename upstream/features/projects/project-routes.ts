import {
  createProjectSchema,
  editProjectSchema,
  type Project,
  type ProjectsReply,
  projectDeletedSchema,
  projectFilterSchema,
  projectReplySchema,
  projectsReplySchema,
} from '#shared/api/projects.ts';
import type { ProjectRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { forbidden, requireVerified } from '#upstream/http/api-error.ts';
import { filledPage, idPageSchema, longPageSchema, type Page } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { holdPicture } from '../media/media-store.ts';
import { transactAs } from '../people/people-store.ts';
import { asOwnProject, type VisibleProject } from '../visibility/projects.ts';
import { deleteProject, restoreProject } from './deleted-projects.ts';
import {
  listJoinedProjects,
  listProjects,
  listProjectsOf,
  presentProject,
  presentProjects,
} from './present-projects.ts';
import { findProject, insertProject, isHiddenFromMember, projectNotFound, updateProject } from './project-store.ts';

const route = routesOf({ tag: 'projects' });

export function projectRoutes(deps: Deps): Route[] {
  const { db } = deps;

  async function listed(list: Promise<Page<VisibleProject>>, viewerId: string): Promise<ProjectsReply> {
    const { rows, nextCursor } = await list;
    return {
      success: true,
      message: rows.length === 0 ? 'There are no projects.' : 'Here they are.',
      project: await presentProjects(db, rows, viewerId),
      nextCursor,
    };
  }

  async function presentOwn(row: ProjectRow | undefined, userId: string): Promise<Project> {
    if (!row) throw projectNotFound();
    return presentProject(db, asOwnProject(row, userId), userId);
  }

  return [
    route({
      method: 'POST',
      path: '/create-project',
      summary: 'Creates a project',
      body: createProjectSchema,
      reply: projectReplySchema,
      async handle({ body, viewer }) {
        requireVerified(viewer);
        const { userId } = viewer;
        const row = await transactAs(deps, userId, async (trx) => {
          await requireRoom(trx, deps.quotas, 'projects', { userId });
          await requireRoom(trx, deps.quotas, 'projectSkills', { userId, adding: body.skills?.length ?? 0 });
          await holdPicture(trx, { userId, url: body.projectImage, field: 'projectImage', now: deps.now() });
          return insertProject(trx, userId, body, deps.now());
        });
        return { success: true, message: 'Your project is there.', project: await presentOwn(row, userId) };
      },
    }),
    route({
      method: 'GET',
      path: '/myprojects',
      summary: "The caller's own projects, newest first",
      query: longPageSchema,
      reply: projectsReplySchema,
      handle: ({ query, viewer: { userId } }) => listed(listProjectsOf(db, userId, query, userId), userId),
    }),
    route({
      method: 'GET',
      path: '/myprojects/:userId',
      summary: "One person's projects, newest first",
      query: longPageSchema,
      reply: projectsReplySchema,
      handle: ({ params, query, viewer: { userId } }) =>
        listed(listProjectsOf(db, userId, query, params.userId), userId),
    }),
    route({
      method: 'GET',
      path: '/projects',
      summary: 'Everybody’s projects, newest first',
      query: idPageSchema.extend(projectFilterSchema.shape),
      reply: projectsReplySchema,
      handle: ({ query, viewer: { userId } }) =>
        listed(
          filledPage(
            query.cursor,
            (cursor) => listProjects(db, userId, { ...query, cursor }, query),
            ({ rows }) => rows,
          ),
          userId,
        ),
    }),
    route({
      method: 'GET',
      path: '/projects/interested&accepted',
      summary: 'The projects that the caller asked to join or is a member of, the last asked first',
      query: longPageSchema,
      reply: projectsReplySchema,
      handle: ({ query, viewer: { userId } }) => listed(listJoinedProjects(db, userId, query), userId),
    }),
    route({
      method: 'GET',
      path: '/project/view/:projectId',
      summary: 'One project',
      reply: projectReplySchema,
      async handle({ params, viewer }) {
        const row = await findProject(db, viewer.userId, params.projectId);
        if (!row && (await isHiddenFromMember(db, viewer.userId, params.projectId)))
          throw forbidden('A moderator has hidden this project. You can leave it.');
        if (!row) throw projectNotFound();
        return { message: 'Here it is.', project: await presentProject(db, row, viewer.userId) };
      },
    }),
    route({
      method: 'PATCH',
      path: '/project/edit/:projectId',
      summary: 'Changes a project of the caller',
      body: editProjectSchema,
      reply: projectReplySchema,
      async handle({ body, params, viewer: { userId } }) {
        const own = { id: params.projectId, creatorId: userId };
        const row = await transact(db, async (trx) => {
          await holdPicture(trx, { userId, url: body.projectImage, field: 'projectImage', now: deps.now() });
          const updated = await updateProject(trx, own, body, deps.now());
          if (body.skills) await requireRoom(trx, deps.quotas, 'projectSkills', { userId, adding: 0 });
          return updated;
        });
        return { success: true, project: await presentOwn(row, userId) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/project/:projectId',
      summary:
        'Deletes a project of the caller, with its members and interests; for ten minutes that can be taken back',
      capability: 'projects.delete',
      reply: projectDeletedSchema,
      async handle({ params, viewer }) {
        const own = { id: params.projectId, creatorId: viewer.userId };
        const eraseAt = await transact(db, (trx) => deleteProject(trx, own, deps.now()));
        if (eraseAt === undefined) throw projectNotFound();
        deps.events.emit('notificationsRead', { userId: viewer.userId });
        return { success: true, message: 'The project is deleted.', restorableUntil: iso(eraseAt) };
      },
    }),
    route({
      method: 'POST',
      path: '/project/:projectId/restore',
      summary: 'Takes the deletion of a project of the caller back, within ten minutes',
      capability: 'projects.delete',
      reply: projectReplySchema,
      async handle({ params, viewer: { userId } }) {
        const own = { id: params.projectId, creatorId: userId };
        const row = await transact(db, async (trx) => {
          const restored = await restoreProject(trx, own, deps.now());
          for (const name of ['projects', 'projectSkills'] as const)
            await requireRoom(trx, deps.quotas, name, { userId, adding: 0 });
          return restored;
        });
        return { success: true, message: 'Your project is back.', project: await presentOwn(row, userId) };
      },
    }),
  ];
}
