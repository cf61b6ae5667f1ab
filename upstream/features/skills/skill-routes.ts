import { skillsQuerySchema, skillsReplySchema } from '#shared/api/search.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { suggestSkills } from './suggest-skills.ts';

const route = routesOf({ tag: 'search', capability: 'skills' });

export function skillRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: '/skills',
      summary: 'Listed skills that a beginning may mean, best first',
      query: skillsQuerySchema,
      reply: skillsReplySchema,
      handle({ query: { q, limit } }) {
        const found = suggestSkills(q, limit);
        return { items: found.map(({ name, spellings }) => ({ name, synonyms: spellings })) };
      },
    }),
  ];
}
