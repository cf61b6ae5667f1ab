import { z } from 'zod';
import { limits } from '../limits.ts';
import { pictureLinkSchema } from './media.ts';
import { cursor, id, messageSchema, pageOf, time } from './parts.ts';
import { hiddenNoticeSchema } from './sanctions.ts';
import { skillsSchema, userSchema } from './users.ts';

/** `viewer`, `members`, `interestedCount` and the timestamps need the capability `projects.interest`. */
export const projectSchema = z
  .strictObject({
    _id: id,
    projectName: z.string(),
    projectImage: z.string().exactOptional(),
    /** The alternative text of the picture. */
    projectImageAlt: z.string().exactOptional(),
    skills: z.array(z.string()).exactOptional(),
    /** Markdown; at other upstreams, other clients may have stored HTML. */
    description: z.string().exactOptional(),
    creator: userSchema,
    viewer: z
      .strictObject({
        relation: z.enum(['owner', 'none', 'interested', 'accepted', 'rejected']),
        interestId: id.exactOptional(),
      })
      .exactOptional(),
    members: z.array(userSchema).exactOptional(),
    interestedCount: z.int().exactOptional(),
    /** How many people ask to join; for the creator only, with the capability `notifications`. */
    askers: z.int().exactOptional(),
    /** Whether it is visible without an account; only its creator is told that it is not, once they have chosen. */
    isPublic: z.boolean().exactOptional(),
    /** A moderator has hidden it from everybody but its creator, who alone reads this. */
    hidden: hiddenNoticeSchema.exactOptional(),
    createdAt: time.exactOptional(),
    updatedAt: time.exactOptional(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof projectSchema>;
export type ProjectRelation = NonNullable<Project['viewer']>['relation'];

const projectFields = {
  projectName: z
    .string()
    .trim()
    .min(1, 'A project needs a name.')
    .max(limits.projectName.max, `A name has at most ${limits.projectName.max} characters.`),
  projectImage: pictureLinkSchema,
  projectImageAlt: z
    .string()
    .trim()
    .max(limits.imageAlt.max, `A description of the picture has at most ${limits.imageAlt.max} characters.`),
  skills: skillsSchema,
  description: z
    .string()
    .max(limits.projectDescription.max, `A description has at most ${limits.projectDescription.max} characters.`),
  isPublic: z.boolean(),
};

export const createProjectSchema = z.strictObject({
  projectName: projectFields.projectName,
  projectImage: projectFields.projectImage.optional(),
  projectImageAlt: projectFields.projectImageAlt.optional(),
  skills: projectFields.skills.optional(),
  description: projectFields.description.optional(),
  isPublic: projectFields.isPublic.optional(),
});
export type CreateProject = z.input<typeof createProjectSchema>;

export const editProjectSchema = z.strictObject(projectFields).partial();
export type EditProject = z.input<typeof editProjectSchema>;

export const projectReplySchema = z.strictObject({
  message: z.string().exactOptional(),
  success: z.boolean().exactOptional(),
  project: projectSchema,
});
export type ProjectReply = z.infer<typeof projectReplySchema>;

/** Another upstream answers 200 with an empty array for a missing project. */
export interface ProjectViewReply {
  message: string;
  project: Project | [];
}

export const projectsReplySchema = messageSchema.extend({
  success: z.boolean().exactOptional(),
  project: z.array(projectSchema),
  nextCursor: cursor.exactOptional(),
});
export type ProjectsReply = z.infer<typeof projectsReplySchema>;

export const projectDeletedSchema = z.strictObject({ success: z.boolean(), message: z.string() });

export const interestSchema = z.strictObject({
  note: z
    .string()
    .trim()
    .max(limits.interestNote.max, `A note has at most ${limits.interestNote.max} characters.`)
    .optional(),
});
export type InterestNote = z.input<typeof interestSchema>;

const projectInterestSchema = z
  .strictObject({
    _id: id,
    projectId: id,
    user: userSchema,
    status: z.enum(['interested', 'accepted', 'rejected']),
    note: z.string().exactOptional(),
    createdAt: time,
  })
  .meta({ id: 'ProjectInterest' });
export type ProjectInterest = z.infer<typeof projectInterestSchema>;

export const projectInterestReplySchema = messageSchema.extend({ data: projectInterestSchema });
export type ProjectInterestReply = z.infer<typeof projectInterestReplySchema>;

export const projectInterestsReplySchema = pageOf(projectInterestSchema);
export type ProjectInterestsReply = z.infer<typeof projectInterestsReplySchema>;
