import { z } from 'zod';
import { limits } from '../limits.ts';
import { pageOf, time } from './parts.ts';
import { userSchema } from './users.ts';

/** A person whom the caller has blocked. */
const blockedPersonSchema = z.strictObject({ user: userSchema, createdAt: time });
export type BlockedPerson = z.infer<typeof blockedPersonSchema>;

export const blockedReplySchema = pageOf(blockedPersonSchema);
export type BlockedReply = z.infer<typeof blockedReplySchema>;

const mutedPersonSchema = z.strictObject({ user: userSchema, createdAt: time });

export const mutedWordsReplySchema = z.strictObject({ words: z.array(z.string()) });
export type MutedWordsReply = z.infer<typeof mutedWordsReplySchema>;

export const mutedReplySchema = pageOf(mutedPersonSchema).extend(mutedWordsReplySchema.shape);
export type MutedReply = z.infer<typeof mutedReplySchema>;

/** Letters and digits, as the search divides a text. */
const mutedWord = z
  .string()
  .trim()
  .min(limits.mutedWord.min, `A muted word has at least ${limits.mutedWord.min} letters.`)
  .max(limits.mutedWord.max, `A muted word has at most ${limits.mutedWord.max} letters.`)
  .regex(/^[\p{L}\p{N}\p{M}]+$/u, 'Mute one word at a time, of letters and digits.');

/** One word is added or removed, whatever another device changes meanwhile. */
export const mutedWordSchema = z.strictObject({ word: mutedWord });
