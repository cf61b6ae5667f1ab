import { z } from 'zod';
import { projectStatuses } from '../project-statuses.ts';
import { id, pageOf, time } from './parts.ts';
import { userSchema } from './users.ts';

/** `owner`: the actor is the creator from now on. */
export const activityKinds = ['asked', 'joined', 'left', 'edited', 'status', 'owner'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Something that has happened in a project; who may read of it depends on the kind. */
const projectActivitySchema = z
  .strictObject({
    _id: id,
    kind: z.enum(activityKinds),
    actor: userSchema,
    /** The new one, with `status`. */
    status: z.enum(projectStatuses).exactOptional(),
    createdAt: time,
  })
  .meta({ id: 'ProjectActivity' });
export type ProjectActivity = z.infer<typeof projectActivitySchema>;

export const projectActivityReplySchema = pageOf(projectActivitySchema);
export type ProjectActivityReply = z.infer<typeof projectActivityReplySchema>;
