import type { Response } from 'express';
import {
  publicPagesQuerySchema,
  publicPagesReplySchema,
  publicProfileReplySchema,
  publicProjectReplySchema,
} from '#shared/api/public-pages.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { idPageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { findPublicProfile, findPublicProject, listPublicProfiles, listPublicProjects } from './public-store.ts';

const route = routesOf({ tag: 'public', capability: 'public.pages' });

/** The profiles and projects that people show to everybody. One that is not shown, or does not exist, is the same 404 as a malformed id. */
export function publicRoutes({ db }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/public/project/:projectId',
      summary: 'A project that its creator shows to everybody',
      access: 'public',
      reply: publicProjectReplySchema,
      async handle({ params, res }) {
        const project = await findPublicProject(db, params.projectId);
        if (project === undefined) throw notFound();
        keepForAMinute(res);
        return { project };
      },
    }),
    route({
      method: 'GET',
      path: '/public/profile/:userId',
      summary: 'A person who shows themselves to everybody, with their public projects',
      access: 'public',
      reply: publicProfileReplySchema,
      async handle({ params, res }) {
        const user = await findPublicProfile(db, params.userId);
        if (user === undefined) throw notFound();
        keepForAMinute(res);
        return { user };
      },
    }),
    route({
      method: 'GET',
      path: '/public/pages',
      summary: 'The ids of public projects or people, newest first, for a sitemap',
      access: 'public',
      query: idPageSchema.extend(publicPagesQuerySchema.shape),
      reply: publicPagesReplySchema,
      async handle({ query, res }) {
        const list = query.kind === 'project' ? listPublicProjects : listPublicProfiles;
        const { rows, nextCursor } = await list(db, query);
        keepForAMinute(res);
        return { items: rows.map(({ id }) => ({ _id: id })), nextCursor };
      },
    }),
  ];
}

/** Nothing in these replies depends on who asks. */
function keepForAMinute(res: Response): void {
  res.set('Cache-Control', 'public, max-age=60');
}
