import { z } from 'zod';
import { capabilities } from '../capabilities.ts';
import { type ConfirmationNeed, type ErrorCode, errorStatus } from '../errors.ts';
import { moderationCaseSchema } from './moderation.ts';
import { time } from './parts.ts';

/** The body of every failed call, from the gateway and from our upstream. */
export const errorBodySchema = z
  .strictObject({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    /** A message for each field, by its name. */
    fields: z.record(z.string(), z.string()).exactOptional(),
    /** With `quota_reached`: how many the account may have. */
    limit: z.int().exactOptional(),
    /** With `suspended`: why. */
    reason: z.string().exactOptional(),
    /** With `suspended`: when it ends; null for never. */
    until: time.nullable().exactOptional(),
    /** With `suspended`: where to appeal, a `mailto:` or `https:` address. */
    contact: z.string().exactOptional(),
    /** With `case_changed`: the case as it is now. */
    case: moderationCaseSchema.exactOptional(),
    /** With `confirmation_required`: what `POST /profile/confirm` asks for before the call is made again. */
    needs: z.array(z.enum(['password', 'code'] satisfies ConfirmationNeed[])).exactOptional(),
    requestId: z.string().exactOptional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBodySchema>;

export const capabilitiesReplySchema = z.strictObject({ capabilities: z.array(z.enum(capabilities)) });
export type CapabilitiesReply = z.infer<typeof capabilitiesReplySchema>;

export const upstreamHealthSchema = z.strictObject({
  status: z.literal('ok'),
  version: z.string(),
  uptime: z.number(),
  database: z.enum(['sqlite', 'postgres']),
});
