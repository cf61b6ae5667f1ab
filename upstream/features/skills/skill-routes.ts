import { skillsQuerySchema, skillsReplySchema } from '#shared/api/skills.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { suggestSkills } from './suggest-skills.ts';

export function skillRoutes(): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/skills',
      summary: 'Listed skills that a beginning may mean, best first',
      tag: 'search',
      access: 'session',
      capability: 'skills',
      query: skillsQuerySchema,
      reply: skillsReplySchema,
      handle({ query: { q, limit } }) {
        const found = suggestSkills(q, limit);
        return { items: found.map(({ name, spellings }) => ({ name, synonyms: spellings })) };
      },
    }),
  ];
}
