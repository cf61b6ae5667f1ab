import { z } from 'zod';
import { firstRunSteps } from '../account/first-run.ts';
import { hasAddress, isReadableName, normaliseName } from '../account/person-name.ts';
import { intents } from '../intents.ts';
import { limits } from '../limits.ts';
import { normaliseSkills } from '../skills/skills.ts';
import {
  clearableLinkSchema,
  hiddenNoticeSchema,
  id,
  messageSchema,
  pictureLinkSchema,
  time,
  warningSchema,
} from './parts.ts';

const intentSchema = z.enum(intents);

/** A person as everyone sees them. `_id` is an opaque string. Other upstreams may omit the optional fields. */
export const userSchema = z
  .strictObject({
    _id: id,
    firstName: z.string(),
    lastName: z.string(),
    photoUrl: z.string().exactOptional(),
    /** Only where the upstream offers `media`. */
    coverUrl: z.string().exactOptional(),
    about: z.string().exactOptional(),
    skills: z.array(z.string()).exactOptional(),
    headline: z.string().exactOptional(),
    location: z.string().exactOptional(),
    githubUrl: z.string().exactOptional(),
    websiteUrl: z.string().exactOptional(),
    /** With the capability `profile.intent`, in a profile, in the feed and of people who ask. */
    lookingFor: z.array(intentSchema).exactOptional(),
    hoursPerWeek: z.int().exactOptional(),
    /** An IANA name such as `Europe/Berlin`, where the person shows it. */
    timeZone: z.string().exactOptional(),
    createdAt: time.exactOptional(),
    /** The profile is visible without an account. */
    isPublic: z.boolean().exactOptional(),
    /** In a connection's profile, where the person shows their address to connections. */
    emailId: z.string().exactOptional(),
    /** In a profile and of a project's creator: the person takes no requests of the caller, who is not connected. */
    mayAsk: z.literal(false).exactOptional(),
    /** The relation of the caller to this person; stands in profiles, found people and the people of a project. */
    viewer: z
      .strictObject({
        relation: z.enum(['connected', 'received', 'sent', 'ignored', 'none']),
        /** The request to answer or to take back, or the `ignored` to take back. */
        requestId: id.exactOptional(),
      })
      .exactOptional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

/** The caller's own record. */
export const ownUserSchema = userSchema
  .extend({
    /** Only where the upstream offers `email.verify`. */
    emailVerified: z.boolean().exactOptional(),
    /** The step of the first run that comes next; missing once it is over. */
    firstRun: z.enum(firstRunSteps).exactOptional(),
    /** The caller may use the calls of `moderation`. Nobody else is told. */
    role: z.literal('moderator').exactOptional(),
    /** The oldest warning that the caller has not acknowledged. */
    warning: warningSchema.exactOptional(),
    /** A moderator has hidden the texts, skills and links of the profile from everybody else. */
    hidden: hiddenNoticeSchema.exactOptional(),
    /** A moderator has hidden this name from everybody else. Another one shows. */
    hiddenName: hiddenNoticeSchema.exactOptional(),
  })
  .meta({ id: 'OwnUser' });
export type OwnUser = z.infer<typeof ownUserSchema>;

export const nameSchema = z
  .string()
  .overwrite(normaliseName)
  .min(limits.name.min, `A name has at least ${limits.name.min} characters.`)
  // The expressions below take the square of a long text's time.
  .max(limits.name.max, { error: `A name has at most ${limits.name.max} characters.`, abort: true })
  .refine(isReadableName, 'A name has at least one letter and no invisible characters.')
  .refine((name) => !hasAddress(name), 'A name has no address in it. Put a space after a dot, as in “J. R.”.');

export const skillsSchema = z
  .array(z.string().max(limits.skill.max, `A skill has at most ${limits.skill.max} characters.`))
  .max(limits.skills.max * 5)
  .transform(normaliseSkills)
  .refine((skills) => skills.length <= limits.skills.max, `At most ${limits.skills.max} skills.`);

export const profileEditSchema = z.strictObject({
  firstName: nameSchema.optional(),
  lastName: nameSchema.optional(),
  photoUrl: pictureLinkSchema.optional(),
  coverUrl: pictureLinkSchema.optional(),
  about: z.string().max(limits.about.max, `About has at most ${limits.about.max} characters.`).optional(),
  skills: skillsSchema.optional(),
  headline: z.string().trim().max(limits.headline.max).optional(),
  location: z.string().trim().max(limits.location.max).optional(),
  githubUrl: clearableLinkSchema.optional(),
  websiteUrl: clearableLinkSchema.optional(),
  isPublic: z.boolean().optional(),
  lookingFor: z
    .array(intentSchema)
    .transform((chosen) => intents.filter((intent) => chosen.includes(intent)))
    .optional(),
  /** Null clears it. */
  hoursPerWeek: z.int().min(1).max(limits.hoursPerWeek.max).nullable().optional(),
  /** The step of the first run that comes next. `done` ends it. */
  firstRun: z.enum([...firstRunSteps, 'done']).optional(),
});
export type ProfileEdit = z.input<typeof profileEditSchema>;

export const profileEditReplySchema = messageSchema.extend({ data: ownUserSchema });
export type ProfileEditReply = z.infer<typeof profileEditReplySchema>;

export const profileReplySchema = z.strictObject({ user: userSchema, message: z.string() });
export type ProfileReply = z.infer<typeof profileReplySchema>;

/**
 * `order=match` returns people who share most skills first, among them those who look for what the caller looks for, and
 * among those the ones with four hours or more in common.
 */
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
  /** Only people who look for this. */
  intent: intentSchema.optional(),
  /** Only people who show a time zone in which they have so many hours from 9:00 to 18:00 in common with the caller. */
  overlap: z.coerce.number().int().min(1).max(limits.overlap.max).optional(),
});

/** One thing that two people have in common. */
const matchReasonSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('skills'), skills: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('intent'), mine: intentSchema, theirs: intentSchema }),
  z.strictObject({ kind: z.literal('overlap'), hours: z.int() }),
]);
export type MatchReason = z.infer<typeof matchReasonSchema>;

const feedItemSchema = userSchema.extend({
  shared: z.array(z.string()).exactOptional(),
  /** The reasons for the place in the order, and hours in common; with the capability `profile.intent`. */
  reasons: z.array(matchReasonSchema).exactOptional(),
});
export type FeedItem = z.infer<typeof feedItemSchema>;

export const feedReplySchema = z.array(feedItemSchema);
export type FeedReply = FeedItem[];
