import { projectFilterSchema } from '#shared/api/projects.ts';
import { peopleSearchReplySchema, projectSearchReplySchema, searchQuerySchema } from '#shared/api/search.ts';
import type { Deps } from '#upstream/deps.ts';
import { filledPage } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { findUsers } from '../people/people-store.ts';
import { filterProjects, presentProjects } from '../projects/present-projects.ts';
import { projectsByIds } from '../projects/project-store.ts';
import { withRelations } from '../requests/relations.ts';
import { searchIds } from './search-store.ts';

const route = routesOf({ tag: 'search', capability: 'search' });

export function searchRoutes({ db, engine }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/search/people',
      summary: 'People by name, skill, or words of their profile, best matches first',
      query: searchQuerySchema,
      reply: peopleSearchReplySchema,
      async handle({ query: page, viewer }) {
        const asked = { ...page, viewerId: viewer.userId };
        return filledPage(
          page.cursor,
          async (cursor) => {
            const { ids, nextCursor } = await searchIds(db, engine, 'people_search', { ...asked, cursor });
            const users = await findUsers(db, viewer.userId, ids);
            const people = ids.flatMap((id) => users.get(id) ?? []);
            return { items: await withRelations(db, viewer.userId, people), nextCursor };
          },
          ({ items }) => items,
        );
      },
    }),
    route({
      method: 'GET',
      path: '/search/projects',
      summary: 'Projects by name, skill, or words of their description, best matches first',
      query: searchQuerySchema.extend(projectFilterSchema.omit({ skill: true }).shape),
      reply: projectSearchReplySchema,
      async handle({ query: page, viewer }) {
        const asked = { ...page, viewerId: viewer.userId };
        return filledPage(
          page.cursor,
          async (cursor) => {
            const found = await searchIds(db, engine, 'project_search', { ...asked, cursor });
            // Applied to the page, which may then be short, with a cursor.
            const ids = await filterProjects(db, found.ids, page);
            const rows = await projectsByIds(db, viewer.userId, ids);
            const projects = ids.flatMap((id) => rows.get(id) ?? []);
            return { items: await presentProjects(db, projects, viewer.userId), nextCursor: found.nextCursor };
          },
          ({ items }) => items,
        );
      },
    }),
  ];
}
