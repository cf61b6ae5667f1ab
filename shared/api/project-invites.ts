import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, time } from './parts.ts';
import { projectSchema } from './projects.ts';
import { userSchema } from './users.ts';

/** 256 bits from the fragment of an invitation's link. */
const inviteTokenSchema = z.string().regex(/^[\w-]{43}$/, 'This link is not complete. Please copy all of it.');
export const inviteLinkSchema = z.strictObject({ token: inviteTokenSchema });

const { days, uses } = limits.invite;

/** For how many days an invitation works, and for how many people. */
export const newInviteSchema = z.strictObject({
  days: z.int().min(1, 'At least one day.').max(days, `At most ${days} days.`),
  uses: z.int().min(1, 'At least one person.').max(uses, `At most ${uses} people.`),
});
export type NewInvite = z.input<typeof newInviteSchema>;

/** `url` holds the token, which no other reply has. Without PUBLIC_URL it is a path. */
export const createdInviteSchema = z.strictObject({ _id: id, url: z.string() });
export type CreatedInvite = z.infer<typeof createdInviteSchema>;

/** An invitation that works, as its project's creator and the member who made it see it. */
const projectInviteSchema = z
  .strictObject({ _id: id, by: userSchema, createdAt: time, endsAt: time, uses: z.int(), used: z.int() })
  .meta({ id: 'ProjectInvite' });
export type ProjectInvite = z.infer<typeof projectInviteSchema>;

export const projectInvitesReplySchema = z.strictObject({ items: z.array(projectInviteSchema) });
export type ProjectInvitesReply = z.infer<typeof projectInvitesReplySchema>;

/** The project and the inviter, as people without an account read of them. */
export const inviteLookSchema = z.strictObject({
  project: projectSchema.pick({
    _id: true,
    projectName: true,
    projectImage: true,
    projectImageAlt: true,
    skills: true,
    description: true,
  }),
  /** Without a public page only the first name, as on the project's own public page. */
  inviter: z.strictObject({
    firstName: z.string(),
    lastName: z.string().exactOptional(),
    photoUrl: z.string().exactOptional(),
  }),
  endsAt: time,
});
export type InviteLook = z.infer<typeof inviteLookSchema>;
