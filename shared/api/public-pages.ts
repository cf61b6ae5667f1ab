import { z } from 'zod';
import { limits } from '../limits.ts';
import { projectStatuses } from '../project-statuses.ts';
import { publicKinds } from '../share-page.ts';
import { id, pageOf } from './parts.ts';
import { publicUpdateSchema } from './project-updates.ts';
import { projectRoleSchema } from './projects.ts';

// The gateway prints these for anybody: it leaves out the fields that it does not know (z.object strips them), so that an
// upstream that answers more than this neither breaks a page nor shows it.

/** A project as somebody without an account sees it: what the page prints, and nothing else. */
const publicProjectSchema = z.object({
  _id: id,
  projectName: z.string(),
  projectImage: z.string().exactOptional(),
  projectImageAlt: z.string().exactOptional(),
  skills: z.array(z.string()),
  description: z.string(),
  // The facts of the project; missing where it has none.
  status: z.enum(projectStatuses).exactOptional(),
  repositoryUrl: z.string().exactOptional(),
  demoUrl: z.string().exactOptional(),
  roles: z.array(projectRoleSchema.strip()).exactOptional(),
  hoursPerWeek: z.int().exactOptional(),
  /** The newest, newest first; missing without any. */
  updates: z.array(publicUpdateSchema).exactOptional(),
  /** Only the first name, unless the creator has a public page too. */
  creator: z.object({
    _id: id.exactOptional(),
    firstName: z.string(),
    lastName: z.string().exactOptional(),
    photoUrl: z.string().exactOptional(),
  }),
});
export type PublicProject = z.infer<typeof publicProjectSchema>;

/** A person as somebody without an account sees them. Place, links and the time of joining stay inside. */
const publicProfileSchema = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.string().exactOptional(),
  coverUrl: z.string().exactOptional(),
  headline: z.string().exactOptional(),
  about: z.string().exactOptional(),
  skills: z.array(z.string()),
  /** The person's public projects, newest first. */
  projects: z.array(
    publicProjectSchema.pick({ _id: true, projectName: true, projectImage: true, projectImageAlt: true }),
  ),
});
export type PublicProfile = z.infer<typeof publicProfileSchema>;

export const publicProjectReplySchema = z.object({ project: publicProjectSchema });
export type PublicProjectReply = z.infer<typeof publicProjectReplySchema>;

export const publicProfileReplySchema = z.object({ user: publicProfileSchema });
export type PublicProfileReply = z.infer<typeof publicProfileReplySchema>;

export const publicPagesQuerySchema = z.object({
  kind: z.enum(publicKinds),
  limit: z.coerce.number().int().min(1).max(limits.publicPages.max).default(limits.publicPages.max),
});

/** Ids of public pages, for the sitemap. */
export const publicPagesReplySchema = pageOf(z.strictObject({ _id: id }));
