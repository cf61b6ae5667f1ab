import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, pageOf, time } from './parts.ts';
import { reportKinds, reportOutcomes, reportReasons } from './safety.ts';
import { userSchema } from './users.ts';

/**
 * The calls of moderators. Everybody else who is logged in gets the 404 of a call that does not exist; whether the caller
 * is a moderator is `role` of the own user.
 *
 * A case gathers the reports about one thing: a person, a message, a project or a picture. A moderator is shown no case of
 * a matter of their own, which they have reported or which is theirs: it answers 404.
 *
 * `GET moderation/cases` answers `CasesReply`, `GET moderation/cases/:id` the `ModerationCase`, which counts as the first
 * look. `POST moderation/cases/:id/actions` takes `caseActionSchema` and answers the case as it is then.
 */
export const caseStates = ['open', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

export const caseActionKinds = ['dismiss', 'hide', 'hide-name', 'warn', 'suspend', 'erase', 'undo'] as const;
/**
 * - `dismiss`: nothing had to be done. The reporters read the reason.
 * - `hide`: the message, the project, or the texts, skills and links of the profile are shown to nobody but their owner,
 *   who reads the reason.
 * - `hide-name`: of a person: others read "Hidden name", until the person takes another name.
 * - `warn`: the person gets a mail and a banner with the reason, until they acknowledge it.
 * - `suspend`: the person is logged out everywhere and kept out until `until`, or for ever without it. They read the reason
 *   at the login.
 * - `erase`: the uploaded pictures that the evidence shows are deleted, and cannot be uploaded again.
 * - `undo`: takes the last action of the case back, as far as that is possible.
 *
 * Each but `undo` closes the case. `undo` opens it again when nothing else was done.
 */
export type CaseActionKind = (typeof caseActionKinds)[number];

export const casesQuerySchema = z.object({
  /** `open`: the most urgent first. `closed`: the last one first. */
  state: z.enum(caseStates).default('open'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page.max).default(limits.page.default),
});

export const caseActionSchema = z
  .strictObject({
    action: z.enum(caseActionKinds),
    reason: z
      .string()
      .trim()
      .min(limits.moderationReason.min, 'Say why, in a sentence.')
      .max(limits.moderationReason.max, `At most ${limits.moderationReason.max} characters.`)
      .transform((text) => text.toWellFormed()),
    /** Of `suspend`: in the future. Without it the suspension has no end. */
    until: z.iso.datetime({ message: 'This is no time.' }).optional(),
    /** The `version` of the case that the caller has seen. Another one answers 409 `case_changed`, with the case as it is now. */
    expectedVersion: z.int().min(1),
  })
  .refine(({ action, until }) => until === undefined || action === 'suspend', {
    path: ['until'],
    error: 'Only a suspension has an end.',
  });
export type NewCaseAction = z.input<typeof caseActionSchema>;

/** A person as moderators see them, also where a block or a suspension hides them. */
const casePersonSchema = z
  .strictObject({
    _id: id,
    firstName: z.string(),
    lastName: z.string(),
    photoUrl: z.string().exactOptional(),
    createdAt: time,
    isModerator: z.literal(true).exactOptional(),
    /** The owner is leaving: the account is hidden from others, and will be erased then. */
    leaving: z.strictObject({ since: time, eraseAt: time }).exactOptional(),
    /** While they are kept out. `until` is null without an end. */
    suspended: z.strictObject({ since: time, until: time.nullable(), reason: z.string() }).exactOptional(),
  })
  .meta({ id: 'CasePerson' });
export type CasePerson = z.infer<typeof casePersonSchema>;

const caseSummarySchema = z.strictObject({
  _id: id,
  kind: z.enum(reportKinds),
  state: z.enum(caseStates),
  /** Grows with each report and action. */
  version: z.int(),
  /** The person whom the case is about: the owner of what was reported. */
  person: casePersonSchema,
  /** The reasons of all reports, each once, the gravest first. */
  reasons: z.array(z.enum(reportReasons)),
  /** How many people have reported it. */
  reporters: z.int(),
  /** The time of the first report since the case is open. */
  openedAt: time,
  /** When somebody should have looked: sooner for graver reasons and more reporters. The queue is in this order. */
  dueAt: time,
  /** When a moderator opened it first; null until then. */
  firstSeenAt: time.nullable(),
  closedAt: time.nullable(),
});
export type CaseSummary = z.infer<typeof caseSummarySchema>;

export const casesReplySchema = pageOf(caseSummarySchema);
export type CasesReply = z.infer<typeof casesReplySchema>;

/** A copy of what was reported, made with the report; by `kind` of the case. */
const caseEvidenceSchema = z
  .union([
    // `note`: what the person said with a request to the reporter.
    userSchema.extend({ note: z.string().exactOptional() }),
    z.strictObject({
      text: z.string(),
      sentAt: time,
      editedAt: time.exactOptional(),
      /** As `data:` addresses: the message itself may be gone. */
      pictures: z.array(z.strictObject({ data: z.string(), alt: z.string() })).exactOptional(),
    }),
    z.strictObject({
      name: z.string(),
      description: z.string(),
      image: z.string(),
      imageText: z.string(),
      roles: z.array(z.string()).exactOptional(),
      links: z.array(z.string()).exactOptional(),
    }),
    z.strictObject({ url: z.string() }),
  ])
  .meta({ id: 'CaseEvidence' });
export type CaseEvidence = z.infer<typeof caseEvidenceSchema>;

/** How many reports of somebody, or about somebody, are known, by their outcome. Deleted ones are not counted. */
const reportCountsSchema = z.strictObject({ open: z.int(), acted: z.int(), dismissed: z.int() });
export type ReportCounts = z.infer<typeof reportCountsSchema>;

const caseReportSchema = z.strictObject({
  _id: id,
  reason: z.enum(reportReasons),
  /** The reporter's own words; empty where there are none. */
  details: z.string(),
  evidence: caseEvidenceSchema,
  /** Copies from the reporter's earlier reports of the same thing, newest first. */
  earlier: z.array(caseEvidenceSchema).exactOptional(),
  reporter: casePersonSchema,
  /** Other reports of the same author. */
  reporterHistory: reportCountsSchema,
  createdAt: time,
  outcome: z.enum(reportOutcomes).nullable(),
});
export type CaseReport = z.infer<typeof caseReportSchema>;

/** A row of the log, which nobody can change. */
const caseActionReplySchema = z
  .strictObject({
    _id: id,
    action: z.enum(caseActionKinds),
    reason: z.string(),
    at: time,
    /** A moderator, or an operator with the admin command. */
    by: z.string(),
    /** Of a suspension; null without an end. */
    until: time.nullable().exactOptional(),
    /** The action was undone. */
    undone: z.literal(true).exactOptional(),
  })
  .meta({ id: 'CaseAction' });
export type CaseAction = z.infer<typeof caseActionReplySchema>;

/** An earlier act on the same person, in another case. */
const earlierActionSchema = caseActionReplySchema.extend({ kind: z.enum(reportKinds) });

export const moderationCaseSchema = caseSummarySchema
  .extend({
    /** Newest first, at most 100. */
    reports: z.array(caseReportSchema),
    /** The message, project or profile is hidden now. */
    isHidden: z.boolean(),
    /** The person's name is hidden now. */
    isNameHidden: z.boolean(),
    /** The thing is not there any more: its owner or a moderator has deleted it. */
    isGone: z.boolean(),
    /** The actions that are possible now. A control for another action would be refused with 409. */
    actions: z.array(z.enum(caseActionKinds)),
    /** The actions of moderators in this case, newest first. */
    log: z.array(caseActionReplySchema),
    /** About the same person, in other cases. Actions newest first, at most 50. */
    history: z.strictObject({ reports: reportCountsSchema, actions: z.array(earlierActionSchema) }),
  })
  .meta({ id: 'ModerationCase' });
export type ModerationCase = z.infer<typeof moderationCaseSchema>;
