import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, pageOf, time } from './parts.ts';
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

export const reportKinds = ['person', 'message', 'project', 'picture'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = ['spam', 'harassment', 'impersonation', 'sexual', 'violence', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The outcome of a report: something was done, or nothing had to be done. */
export const reportOutcomes = ['acted', 'dismissed'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export const reportSchema = z.strictObject({
  kind: z.enum(reportKinds),
  /** The id of the person, message, project or uploaded picture. */
  id: z.string().regex(/^[0-9a-f]{24}$/, 'This is no id.'),
  reason: z.enum(reportReasons),
  details: z
    .string()
    .trim()
    .max(limits.reportDetails.max, `At most ${limits.reportDetails.max} characters.`)
    .transform((text) => text.toWellFormed())
    .optional(),
  /** Also blocks the owner of what is reported. */
  alsoBlock: z.boolean().optional(),
});
export type NewReport = z.input<typeof reportSchema>;

export const reportReplySchema = z.strictObject({ _id: id });
export type ReportReply = z.infer<typeof reportReplySchema>;

/** A report as its author sees it. */
const ownReportSchema = z.strictObject({
  _id: id,
  kind: z.enum(reportKinds),
  reason: z.enum(reportReasons),
  /** The person that the report is about; absent for a deleted account. */
  user: userSchema.exactOptional(),
  createdAt: time,
  /** Null until somebody has answered. */
  outcome: z.enum(reportOutcomes).nullable(),
  /** A sentence of the moderator or the operator who answered. */
  answer: z.string().exactOptional(),
});
export type OwnReport = z.infer<typeof ownReportSchema>;

export const ownReportsReplySchema = pageOf(ownReportSchema);
export type OwnReportsReply = z.infer<typeof ownReportsReplySchema>;
