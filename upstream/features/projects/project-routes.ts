import { createProjectSchema, editProjectSchema, type ProjectReply, type ProjectsReply } from '#shared/api/projects.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound, requireVerified } from '#upstream/http/api-error.ts';
import { cutIdPage, type IdPage, idPageSchema, longPageSchema } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { holdPicture } from '../media/hold-picture.ts';
import { transactAs } from '../people/transact-as.ts';
import { asOwnProject } from '../visibility/projects.ts';
import { listInterestsOf } from './interest-store.ts';
import { presentProject, presentProjects } from './present-projects.ts';
import {
  deleteProject,
  findProject,
  insertProject,
  listProjects,
  listProjectsOf,
  projectsByIds,
  updateProject,
} from './project-store.ts';

export function projectNotFound() {
  return notFound('This project is not here.');
}

export function projectRoutes(deps: Deps): Route[] {
  const { db } = deps;

  async function listed(page: IdPage, viewerId: string, creatorId?: string): Promise<ProjectsReply> {
    const { rows, nextCursor } = await (creatorId === undefined
      ? listProjects(db, viewerId, page)
      : listProjectsOf(db, viewerId, page, creatorId));
    return {
      success: true,
      message: rows.length === 0 ? 'There are no projects.' : 'Here they are.',
      project: await presentProjects(db, rows, viewerId),
      nextCursor,
    };
  }

  return [
    defineRoute({
      method: 'POST',
      path: '/create-project',
      summary: 'Creates a project',
      tag: 'projects',
      access: 'session',
      body: createProjectSchema,
      async handle({ body, viewer }): Promise<ProjectReply> {
        requireVerified(viewer);
        const { projectName, projectImage = '', projectImageAlt = '', skills = [], description = '', isPublic } = body;
        const fields = { projectName, projectImage, projectImageAlt, skills, description, isPublic };
        const { userId } = viewer;
        const row = await transactAs(deps, userId, async (trx) => {
          await requireRoom(trx, deps.quotas, 'projects', { userId });
          await requireRoom(trx, deps.quotas, 'projectSkills', { userId, adding: skills.length });
          await holdPicture(trx, { userId, url: projectImage, field: 'projectImage', now: deps.now() });
          return insertProject(trx, userId, fields, deps.now());
        });
        return {
          success: true,
          message: 'Your project is there.',
          project: await presentProject(db, asOwnProject(row, viewer.userId), viewer.userId),
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/myprojects',
      summary: "The caller's own projects, newest first",
      tag: 'projects',
      access: 'session',
      query: longPageSchema,
      handle: ({ query, viewer }) => listed(query, viewer.userId, viewer.userId),
    }),
    defineRoute({
      method: 'GET',
      path: '/myprojects/:userId',
      summary: "One person's projects, newest first",
      tag: 'projects',
      access: 'session',
      query: longPageSchema,
      handle: ({ params, query, viewer }) => listed(query, viewer.userId, params.userId),
    }),
    defineRoute({
      method: 'GET',
      path: '/projects',
      summary: 'Everybody’s projects, newest first',
      tag: 'projects',
      access: 'session',
      query: idPageSchema,
      handle: ({ query, viewer }) => listed(query, viewer.userId),
    }),
    defineRoute({
      method: 'GET',
      path: '/projects/interested&accepted',
      summary: 'The projects that the caller asked to join or is a member of, the last asked first',
      tag: 'projects',
      access: 'session',
      query: longPageSchema,
      async handle({ query, viewer }): Promise<ProjectsReply> {
        const interests = await listInterestsOf(db, viewer.userId, query);
        const { rows, nextCursor } = cutIdPage(interests, query.limit);
        const projects = await projectsByIds(
          db,
          viewer.userId,
          rows.map((row) => row.project_id),
        );
        const found = rows.flatMap((row) => projects.get(row.project_id) ?? []);
        return {
          success: true,
          message: found.length === 0 ? 'There are no projects.' : 'Here they are.',
          project: await presentProjects(db, found, viewer.userId),
          nextCursor,
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/project/view/:projectId',
      summary: 'One project',
      tag: 'projects',
      access: 'session',
      async handle({ params, viewer }): Promise<ProjectReply> {
        const row = await findProject(db, viewer.userId, params.projectId);
        if (!row) throw projectNotFound();
        return { message: 'Here it is.', project: await presentProject(db, row, viewer.userId) };
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/project/edit/:projectId',
      summary: 'Changes a project of the caller',
      tag: 'projects',
      access: 'session',
      body: editProjectSchema,
      async handle({ body, params, viewer }): Promise<ProjectReply> {
        const own = { id: params.projectId, creatorId: viewer.userId };
        const row = await transact(db, async (trx) => {
          const { userId } = viewer;
          await holdPicture(trx, { userId, url: body.projectImage, field: 'projectImage', now: deps.now() });
          const updated = await updateProject(trx, own, body, deps.now());
          if (body.skills) await requireRoom(trx, deps.quotas, 'projectSkills', { userId: viewer.userId, adding: 0 });
          return updated;
        });
        if (!row) throw projectNotFound();
        const project = asOwnProject(row, viewer.userId);
        return { success: true, project: await presentProject(db, project, viewer.userId) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/project/:projectId',
      summary: 'Deletes a project of the caller, with its members and interests',
      tag: 'projects',
      access: 'session',
      capability: 'projects.delete',
      async handle({ params, viewer }): Promise<{ success: boolean; message: string }> {
        if (!(await deleteProject(db, params.projectId, viewer.userId))) throw projectNotFound();
        return { success: true, message: 'The project is deleted.' };
      },
    }),
  ];
}
