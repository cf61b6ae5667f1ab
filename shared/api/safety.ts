import { z } from 'zod';
import { limits } from '../limits.ts';
import type { User } from './users.ts';

/** A person whom the caller has blocked. */
export interface BlockedPerson {
  user: User;
  createdAt: string;
}

export interface BlockedReply {
  items: BlockedPerson[];
  nextCursor: string | null;
}

export interface MutedPerson {
  user: User;
  createdAt: string;
}

export interface MutedWordsReply {
  words: string[];
}

export interface MutedReply extends MutedWordsReply {
  items: MutedPerson[];
  nextCursor: string | null;
}

/** Letters and digits, as the search divides a text. */
const mutedWord = z
  .string()
  .trim()
  .min(limits.mutedWord.min, `A muted word has at least ${limits.mutedWord.min} letters.`)
  .max(limits.mutedWord.max, `A muted word has at most ${limits.mutedWord.max} letters.`)
  .regex(/^[\p{L}\p{N}\p{M}]+$/u, 'Mute one word at a time, of letters and digits.');

export const mutedWordsSchema = z.strictObject({
  words: z.array(mutedWord).max(limits.mutedWords.max, `At most ${limits.mutedWords.max} words can be muted.`),
});

/** With the capability `muted.words`: one word is added or removed, whatever another device changes meanwhile. */
export const mutedWordSchema = z.strictObject({ word: mutedWord });
