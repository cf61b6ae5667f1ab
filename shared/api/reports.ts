import { z } from 'zod';
import { limits } from '../limits.ts';
import type { User } from './users.ts';

export const reportKinds = ['person', 'message', 'project', 'picture'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = ['spam', 'harassment', 'impersonation', 'sexual', 'violence', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What came of a report: something was done, or nothing had to be done. */
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
  /** Blocks the person whose it is as well. */
  alsoBlock: z.boolean().optional(),
});
export type NewReport = z.input<typeof reportSchema>;

export interface ReportReply {
  _id: string;
}

/** A report as its author sees it. */
export interface OwnReport {
  _id: string;
  kind: ReportKind;
  reason: ReportReason;
  /** Whom it is about; absent for an account that is gone. */
  user?: User;
  createdAt: string;
  /** Null until somebody has answered. */
  outcome: ReportOutcome | null;
  /** A sentence of whoever answered. */
  answer?: string;
}

export interface OwnReportsReply {
  items: OwnReport[];
  nextCursor: string | null;
}
