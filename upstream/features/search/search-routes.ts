import { type PeopleSearchReply, type ProjectSearchReply, searchQuerySchema } from '#shared/api/search.ts';
import type { Deps } from '#upstream/deps.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { findUsers } from '../people/people-store.ts';
import { presentProjects } from '../projects/present-projects.ts';
import { projectsByIds } from '../projects/project-store.ts';
import { isSearchCursor, searchIds } from './search-store.ts';

const query = searchQuerySchema.extend({
  cursor: searchQuerySchema.shape.cursor.refine(
    (cursor) => cursor === undefined || isSearchCursor(cursor),
    'This is no cursor of this list.',
  ),
});

export function searchRoutes({ db, engine }: Deps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/search/people',
      summary: 'People by name, skill, or words of their profile, best matches first',
      tag: 'search',
      access: 'session',
      capability: 'search',
      query,
      async handle({ query: page, viewer }): Promise<PeopleSearchReply> {
        const { ids, nextCursor } = await searchIds(db, engine, 'people_search', { ...page, viewerId: viewer.userId });
        const users = await findUsers(db, viewer.userId, ids);
        return { items: ids.flatMap((id) => users.get(id) ?? []), nextCursor };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/search/projects',
      summary: 'Projects by name, skill, or words of their description, best matches first',
      tag: 'search',
      access: 'session',
      capability: 'search',
      query,
      async handle({ query: page, viewer }): Promise<ProjectSearchReply> {
        const { ids, nextCursor } = await searchIds(db, engine, 'project_search', { ...page, viewerId: viewer.userId });
        const rows = await projectsByIds(db, viewer.userId, ids);
        const found = ids.flatMap((id) => rows.get(id) ?? []);
        return { items: await presentProjects(db, found, viewer.userId), nextCursor };
      },
    }),
  ];
}
