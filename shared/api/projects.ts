import { z } from 'zod';
import { limits } from '../limits.ts';
import { projectStatuses } from '../project-statuses.ts';
import { skillKey } from '../skills/skills.ts';
import {
  clearableLinkSchema,
  cursor,
  hiddenNoticeSchema,
  id,
  messageSchema,
  pageOf,
  pictureLinkSchema,
  time,
} from './parts.ts';
import { skillsSchema, userSchema } from './users.ts';

/** A role that the project looks for: "Design". */
export const projectRoleSchema = z.strictObject({ name: z.string(), filled: z.boolean() });
export type ProjectRole = z.infer<typeof projectRoleSchema>;

/**
 * A member of a project. The fields beside those of the person need the capability `projects.members`, and come in the reply
 * for its page only.
 */
const projectMemberSchema = userSchema
  .extend({
    /** The member's role in the project, as a word: "Design". */
    role: z.string().exactOptional(),
    /** When the person became a member. */
    since: time.exactOptional(),
    /** The creator offers the project to this member; only those two are told. */
    isOffered: z.literal(true).exactOptional(),
    /** Whether the viewer, the creator, may write to this member: a creator who took the project over may not be connected. */
    canChat: z.boolean().exactOptional(),
  })
  .meta({ id: 'ProjectMember' });
export type ProjectMember = z.infer<typeof projectMemberSchema>;

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
        /** The role that the viewer has asked for, or has as a member, and what the creator has answered. */
        role: z.string().exactOptional(),
        answer: z.string().exactOptional(),
        /** Whether the viewer, a member, may write to the creator; with the capability `projects.members`, on the page only. */
        canChat: z.boolean().exactOptional(),
        /** Whether the viewer follows the project; with the capability `projects.updates`, on the page only. */
        follows: z.boolean().exactOptional(),
      })
      .exactOptional(),
    members: z.array(projectMemberSchema).exactOptional(),
    interestedCount: z.int().exactOptional(),
    /** How many people ask to join; for the creator only, with the capability `notifications`. */
    askers: z.int().exactOptional(),
    /** Whether it is visible without an account; only its creator is told that it is not, once they have chosen. */
    isPublic: z.boolean().exactOptional(),
    /** A moderator has hidden it from everybody but its creator, who alone reads this. */
    hidden: hiddenNoticeSchema.exactOptional(),
    // With the capability `projects.facts`.
    status: z.enum(projectStatuses).exactOptional(),
    repositoryUrl: z.string().exactOptional(),
    demoUrl: z.string().exactOptional(),
    roles: z.array(projectRoleSchema).exactOptional(),
    /** How much time a week the project asks of its members. */
    hoursPerWeek: z.int().exactOptional(),
    createdAt: time.exactOptional(),
    updatedAt: time.exactOptional(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof projectSchema>;
export type ProjectRelation = NonNullable<Project['viewer']>['relation'];

const roleNameSchema = z
  .string()
  .trim()
  .min(1, 'A role needs a name.')
  .max(limits.role.max, `A role has at most ${limits.role.max} characters.`);

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
  /** Null clears it. */
  status: z.enum(projectStatuses).nullable(),
  repositoryUrl: clearableLinkSchema,
  demoUrl: clearableLinkSchema,
  roles: z
    .array(z.strictObject({ name: roleNameSchema, filled: z.boolean() }))
    .max(limits.roles.max, `A project lists at most ${limits.roles.max} roles.`)
    .refine((roles) => new Set(roles.map(({ name }) => skillKey(name))).size === roles.length, 'Each role once.'),
  hoursPerWeek: z
    .int(`A whole number from 1 to ${limits.hoursPerWeek.max}.`)
    .min(1, 'At least one hour.')
    .max(limits.hoursPerWeek.max, `At most ${limits.hoursPerWeek.max} hours a week.`)
    .nullable(),
};

export const editProjectSchema = z.strictObject(projectFields).partial();
export type EditProject = z.input<typeof editProjectSchema>;

export const createProjectSchema = editProjectSchema.extend({ projectName: projectFields.projectName });
export type CreateProject = z.input<typeof createProjectSchema>;

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

/** Until `restorableUntil` the deletion can be taken back; missing where it cannot. */
export const projectDeletedSchema = z.strictObject({
  success: z.boolean(),
  message: z.string(),
  restorableUntil: time.exactOptional(),
});
export type ProjectDeleted = z.infer<typeof projectDeletedSchema>;

/** The filters of a list of projects: one open role, a status, a skill. */
export const projectFilterSchema = z.object({
  status: z.enum(projectStatuses).optional(),
  role: z.string().trim().max(limits.role.max).optional(),
  skill: z.string().trim().max(limits.skill.max).optional(),
});
export type ProjectFilter = z.infer<typeof projectFilterSchema>;

const noteSchema = z
  .string()
  .trim()
  .max(limits.interestNote.max, `A note has at most ${limits.interestNote.max} characters.`)
  .optional();

/** The role of a member; an empty word takes it away. */
export const memberRoleSchema = z.strictObject({
  role: z.string().trim().max(limits.role.max, `A role has at most ${limits.role.max} characters.`),
});
export type MemberRole = z.input<typeof memberRoleSchema>;

/** The member to whom the creator offers the project. */
export const ownerOfferSchema = z.strictObject({ userId: id });
export type OwnerOffer = z.input<typeof ownerOfferSchema>;

/** `role` is one of the open roles, with the capability `projects.facts`. */
export const interestSchema = z.strictObject({ note: noteSchema, role: roleNameSchema.optional() });
export type InterestNote = z.input<typeof interestSchema>;

/** A line for the person who asked, with the capability `projects.facts`. */
export const interestReviewSchema = z.strictObject({ note: noteSchema });
export type InterestReview = z.input<typeof interestReviewSchema>;

const projectInterestSchema = z
  .strictObject({
    _id: id,
    projectId: id,
    user: userSchema,
    status: z.enum(['interested', 'accepted', 'rejected']),
    note: z.string().exactOptional(),
    /** The role that the person asks for. */
    role: z.string().exactOptional(),
    /** The creator's answer. */
    answer: z.string().exactOptional(),
    createdAt: time,
  })
  .meta({ id: 'ProjectInterest' });
export type ProjectInterest = z.infer<typeof projectInterestSchema>;

/** Which of them a list of interests has. */
export const interestFilterSchema = z.object({
  status: z.enum(['interested', 'accepted', 'rejected']).default('interested'),
});

export const projectInterestReplySchema = messageSchema.extend({ data: projectInterestSchema });
export type ProjectInterestReply = z.infer<typeof projectInterestReplySchema>;

export const projectInterestsReplySchema = pageOf(projectInterestSchema);
export type ProjectInterestsReply = z.infer<typeof projectInterestsReplySchema>;
