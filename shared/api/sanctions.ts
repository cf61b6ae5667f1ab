import { z } from 'zod';
import { id, time } from './parts.ts';

/** For the owner of something that a moderator has hidden. */
export const hiddenNoticeSchema = z.strictObject({ reason: z.string(), since: time });
export type HiddenNotice = z.infer<typeof hiddenNoticeSchema>;

/** A warning for the caller, as part of their own user, until they acknowledge it. */
export const warningSchema = z.strictObject({ _id: id, reason: z.string(), createdAt: time });
export type Warning = z.infer<typeof warningSchema>;
