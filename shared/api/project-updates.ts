import { z } from 'zod';
import { limits } from '../limits.ts';
import { uploadedUrl } from '../pictures.ts';
import { projectStatuses } from '../project-statuses.ts';
import { id, pageOf, time } from './parts.ts';
import { userSchema } from './users.ts';

const { max } = limits.projectUpdate;

export const newUpdateSchema = z.strictObject({
  /** Markdown. */
  text: z.string().trim().min(1, 'An update needs some words.').max(max, `An update has at most ${max} characters.`),
  /** An uploaded picture, and its alternative text. */
  picture: z
    .strictObject({
      url: z.string().regex(uploadedUrl, 'This must be an uploaded picture.'),
      alt: z.string().trim().max(limits.imageAlt.max).optional(),
    })
    .optional(),
});
export type NewUpdate = z.input<typeof newUpdateSchema>;

const pictureSchema = z.strictObject({ url: z.string(), alt: z.string() });

/** An update by a member of a project, for its followers. */
export const projectUpdateSchema = z
  .strictObject({
    _id: id,
    author: userSchema,
    text: z.string(),
    picture: pictureSchema.exactOptional(),
    createdAt: time,
  })
  .meta({ id: 'ProjectUpdate' });
export type ProjectUpdate = z.infer<typeof projectUpdateSchema>;

export const projectUpdatesReplySchema = pageOf(projectUpdateSchema);
export type ProjectUpdatesReply = z.infer<typeof projectUpdatesReplySchema>;

/** An update of a project that the caller follows. */
const followedUpdateSchema = projectUpdateSchema
  .extend({ project: z.strictObject({ _id: id, projectName: z.string() }) })
  .meta({ id: 'FollowedUpdate' });

export const followedUpdatesReplySchema = pageOf(followedUpdateSchema);
export type FollowedUpdatesReply = z.infer<typeof followedUpdatesReplySchema>;

/** On the public page of a project: without who has written it. */
export const publicUpdateSchema = z.object({
  text: z.string(),
  picture: pictureSchema.strip().exactOptional(),
  createdAt: time,
});

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
