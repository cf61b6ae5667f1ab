import { z } from 'zod';
import { limits } from '../limits.ts';

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
