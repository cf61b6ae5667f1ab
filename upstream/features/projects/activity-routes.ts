import { type ProjectActivity, projectActivityReplySchema } from '#shared/api/project-activity.ts';
import { projectStatuses } from '#shared/project-statuses.ts';
import type { Deps } from '#upstream/deps.ts';
import { cutIdPage, idPageSchema } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { findUsers } from '../people/people-store.ts';
import { listActivity } from './activity-store.ts';
import { interestsOfViewer } from './interest-store.ts';
import { projectNotFound } from './project-routes.ts';
import { findProject } from './project-store.ts';

export function activityRoutes({ db }: Deps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/project/:projectId/activity',
      summary: 'What has happened in a project, newest first: asks for its creator, who has left for its members',
      tag: 'projects',
      access: 'session',
      capability: 'projects.activity',
      query: idPageSchema,
      reply: projectActivityReplySchema,
      async handle({ params, query, viewer: { userId } }) {
        const project = await findProject(db, userId, params.projectId);
        if (!project) throw projectNotFound();
        const isOwn = project.creator_id === userId;
        const interests = isOwn ? new Map() : await interestsOfViewer(db, userId, [project.id]);
        const relation = isOwn ? 'owner' : (interests.get(project.id)?.status ?? 'none');
        const listed = await listActivity(db, { id: userId, relation }, project, query);
        const { rows, nextCursor } = cutIdPage(listed, query.limit);
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
