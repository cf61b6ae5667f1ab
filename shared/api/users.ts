import { z } from 'zod';
import { hasAddress, isReadableName, normaliseName } from '../account/person-name.ts';
import { limits } from '../limits.ts';
import { normaliseSkills } from '../skills.ts';
import { webLinkSchema } from './links.ts';
import { pictureLinkSchema } from './media.ts';
import type { HiddenNotice, Warning } from './moderation.ts';

/** A person as everyone sees them. `_id` is an opaque string. Other upstreams may omit the optional fields. */
export interface User {
  _id: string;
  firstName: string;
  lastName: string;
  photoUrl?: string;
  /** Only where the upstream offers `media`. */
  coverUrl?: string;
  about?: string;
  skills?: string[];
  headline?: string;
  location?: string;
  githubUrl?: string;
  websiteUrl?: string;
  createdAt?: string;
  /** The profile is visible without an account. */
  isPublic?: boolean;
  /** In a connection's profile, where the person shows their address to connections. */
  emailId?: string;
  /** In a profile and of a project's creator: the person takes no requests of the caller, who is not connected. */
  mayAsk?: false;
}

/** The caller's own record. */
export interface OwnUser extends User {
  /** Only where the upstream offers `email.verify`. */
  emailVerified?: boolean;
  /** The caller may use the calls of `moderation`. Nobody else is told. */
  role?: 'moderator';
  /** The oldest warning that the caller has not acknowledged. */
  warning?: Warning | undefined;
  /** A moderator has hidden the texts, skills and links of the profile from everybody else. */
  hidden?: HiddenNotice | undefined;
  /** A moderator has hidden this name from everybody else. Another one shows. */
  hiddenName?: HiddenNotice | undefined;
}

export const nameSchema = z
  .string()
  .overwrite(normaliseName)
  .min(limits.name.min, `A name has at least ${limits.name.min} characters.`)
  .max(limits.name.max, `A name has at most ${limits.name.max} characters.`)
  .refine(isReadableName, 'A name has at least one letter and no invisible characters.')
  .refine((name) => !hasAddress(name), 'A name has no address in it. Put a space after a dot, as in “J. R.”.');

export const skillsSchema = z
  .array(z.string().max(limits.skill.max, `A skill has at most ${limits.skill.max} characters.`))
  .max(limits.skills.max * 5)
  .transform(normaliseSkills)
  .refine((skills) => skills.length <= limits.skills.max, `At most ${limits.skills.max} skills.`);

/** An empty string clears the link. */
const clearableLink = z.union([z.literal(''), webLinkSchema]);

export const profileEditSchema = z.strictObject({
  firstName: nameSchema.optional(),
  lastName: nameSchema.optional(),
  photoUrl: pictureLinkSchema.optional(),
  coverUrl: pictureLinkSchema.optional(),
  about: z.string().max(limits.about.max, `About has at most ${limits.about.max} characters.`).optional(),
  skills: skillsSchema.optional(),
  headline: z.string().trim().max(limits.headline.max).optional(),
  location: z.string().trim().max(limits.location.max).optional(),
  githubUrl: clearableLink.optional(),
  websiteUrl: clearableLink.optional(),
  isPublic: z.boolean().optional(),
});
export type ProfileEdit = z.input<typeof profileEditSchema>;

export interface ProfileEditReply {
  message: string;
  data: OwnUser;
}

export interface ProfileReply {
  user: User;
  message: string;
}

/** `order=match` returns people who share skills first; each one carries the shared skills. */
export const feedQuerySchema = z.object({
  page: z.coerce.number().int().min(1).catch(1).default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(limits.feedPage.default)
    .default(limits.feedPage.default)
    .transform((n) => Math.min(n, limits.feedPage.max)),
  order: z.enum(['match', 'newest']).default('newest'),
  /** The X-Next-Cursor header of the previous page; takes precedence over `page`. */
  cursor: z.string().max(200).optional(),
  skill: z.string().max(limits.skill.max).optional(),
});

export interface FeedItem extends User {
  shared?: string[];
}
export type FeedReply = FeedItem[];
