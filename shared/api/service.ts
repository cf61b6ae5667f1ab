import { z } from 'zod';
import { capabilities } from '../capabilities.ts';

export const capabilitiesReplySchema = z.strictObject({ capabilities: z.array(z.enum(capabilities)) });
export type CapabilitiesReply = z.infer<typeof capabilitiesReplySchema>;

export const upstreamHealthSchema = z.strictObject({
  status: z.literal('ok'),
  version: z.string(),
  uptime: z.number(),
  database: z.enum(['sqlite', 'postgres']),
});
