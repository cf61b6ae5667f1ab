import { z } from 'zod';
import type { User } from '#shared/api/users.ts';

/** The parts of which the schemas of many replies are made. */
export const id = z.string().regex(/^[0-9a-f]{24}$/);
export const time = z.iso.datetime();
export const cursor = z.string().nullable();
export const message = z.string();

export const userFields = {
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.string().exactOptional(),
  coverUrl: z.string().exactOptional(),
  about: z.string().exactOptional(),
  skills: z.array(z.string()).exactOptional(),
  headline: z.string().exactOptional(),
  location: z.string().exactOptional(),
  githubUrl: z.string().exactOptional(),
  websiteUrl: z.string().exactOptional(),
  createdAt: time.exactOptional(),
  isPublic: z.boolean().exactOptional(),
  emailId: z.string().exactOptional(),
  mayAsk: z.literal(false).exactOptional(),
};
export const user = z.strictObject(userFields).meta({ id: 'User' }) satisfies z.ZodType<User>;
