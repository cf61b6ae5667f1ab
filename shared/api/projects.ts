import { z } from 'zod';
import { limits } from '../limits.ts';
import { pictureLinkSchema } from './media.ts';
import type { HiddenNotice } from './moderation.ts';
import { skillsSchema, type User } from './users.ts';

export type ProjectRelation = 'owner' | 'none' | 'interested' | 'accepted' | 'rejected';

/** `viewer`, `members`, `interestedCount` and the timestamps need the capability `projects.interest`. */
export interface Project {
  _id: string;
  projectName: string;
  projectImage?: string;
  /** What the picture shows, for those who do not see it. */
  projectImageAlt?: string;
  skills?: string[];
  /** Markdown; at other upstreams, other clients may have stored HTML. */
  description?: string;
  creator: User;
  viewer?: { relation: ProjectRelation; interestId?: string };
  members?: User[];
  interestedCount?: number;
  /** How many people ask to join; for the creator only, with the capability `notifications`. */
  askers?: number;
  /** Whether it is visible without an account; only its creator is told that it is not, once they have chosen. */
  isPublic?: boolean;
  /** A moderator has hidden it from everybody but its creator, who alone reads this. */
  hidden?: HiddenNotice;
  createdAt?: string;
  updatedAt?: string;
}

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

export interface ProjectReply {
  message?: string;
  success?: boolean;
  project: Project;
}

/** Another upstream answers 200 with an empty array for a missing project. */
export interface ProjectViewReply {
  message: string;
  project: Project | [];
}

export interface ProjectsReply {
  message: string;
  success?: boolean;
  project: Project[];
  nextCursor?: string | null;
}

export const interestSchema = z.strictObject({
  note: z
    .string()
    .trim()
    .max(limits.interestNote.max, `A note has at most ${limits.interestNote.max} characters.`)
    .optional(),
});
export type InterestNote = z.input<typeof interestSchema>;

export interface ProjectInterest {
  _id: string;
  projectId: string;
  user: User;
  status: 'interested' | 'accepted' | 'rejected';
  note?: string;
  createdAt: string;
}

export interface ProjectInterestReply {
  message: string;
  data: ProjectInterest;
}

export interface ProjectInterestsReply {
  items: ProjectInterest[];
  nextCursor: string | null;
}
