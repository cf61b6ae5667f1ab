import { z } from 'zod';
import { limits } from '../limits.ts';
import { pageOf } from './parts.ts';
import { projectSchema } from './projects.ts';
import { userSchema } from './users.ts';

/** Cursors are opaque strings made by the upstream. */
export const pageQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page.max).default(limits.page.default),
});

/** Like `pageQuerySchema`, for the caller's own lists (requests, connections). */
export const listQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(limits.list.max).default(limits.list.default),
});

export const searchQuerySchema = pageQuerySchema.extend({
  q: z.string().trim().max(limits.searchQuery.max).default(''),
  skill: z.string().trim().max(limits.skill.max).optional(),
});

export const peopleSearchReplySchema = pageOf(userSchema);
export type PeopleSearchReply = z.infer<typeof peopleSearchReplySchema>;

export const projectSearchReplySchema = pageOf(projectSchema);
export type ProjectSearchReply = z.infer<typeof projectSearchReplySchema>;

export const skillsQuerySchema = z.object({
  q: z.string().trim().max(limits.skill.max).default(''),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});

export const skillsReplySchema = z
  .strictObject({
    items: z.array(z.strictObject({ name: z.string(), synonyms: z.array(z.string()) })),
  })
  .meta({ id: 'Skills' });
export type SkillsReply = z.infer<typeof skillsReplySchema>;
