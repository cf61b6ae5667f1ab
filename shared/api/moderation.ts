import { z } from 'zod';
import { limits } from '../limits.ts';
import type { ReportKind, ReportOutcome, ReportReason } from './reports.ts';
import type { Page } from './search.ts';
import type { User } from './users.ts';

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

/** Somebody as moderators see them, also where a block or a suspension hides them. */
export interface CasePerson {
  _id: string;
  firstName: string;
  lastName: string;
  photoUrl?: string;
  createdAt: string;
  isModerator?: true;
  /** The owner is leaving: the account is hidden from others, and will be erased then. */
  leaving?: { since: string; eraseAt: string };
  /** While they are kept out. `until` is null without an end. */
  suspended?: { since: string; until: string | null; reason: string };
}

export interface CaseSummary {
  _id: string;
  kind: ReportKind;
  state: CaseState;
  /** Grows with each report and action. */
  version: number;
  /** Whose it is. */
  person: CasePerson;
  /** Of all reports, each once, the gravest first. */
  reasons: ReportReason[];
  /** How many people have reported it. */
  reporters: number;
  /** The time of the first report since the case is open. */
  openedAt: string;
  /** When somebody should have looked: sooner for graver reasons and more reporters. The queue is in this order. */
  dueAt: string;
  /** When a moderator opened it first; null until then. */
  firstSeenAt: string | null;
  closedAt: string | null;
}

export type CasesReply = Page<CaseSummary>;

/** A copy of what was reported, made with the report; by `kind` of the case. */
export type CaseEvidence =
  | { text: string; sentAt: string }
  | { name: string; description: string; image: string; imageText: string }
  | { url: string }
  | User;

/** How many reports of somebody, or about somebody, are known, by what came of them. Deleted ones are not counted. */
export interface ReportCounts {
  open: number;
  acted: number;
  dismissed: number;
}

export interface CaseReport {
  _id: string;
  reason: ReportReason;
  /** What its author says; empty for nothing. */
  details: string;
  evidence: CaseEvidence;
  /** Copies of before, newest first, where the author has reported it again since. */
  earlier?: CaseEvidence[];
  reporter: CasePerson;
  /** Other reports of the same author. */
  reporterHistory: ReportCounts;
  createdAt: string;
  outcome: ReportOutcome | null;
}

/** A row of the log, which nobody can change. */
export interface CaseAction {
  _id: string;
  action: CaseActionKind;
  reason: string;
  at: string;
  /** A moderator, or an operator with the admin command. */
  by: string;
  /** Of a suspension; null without an end. */
  until?: string | null;
  /** The action was undone. */
  undone?: true;
}

/** An earlier act on the same person, in another case. */
export interface EarlierAction extends CaseAction {
  kind: ReportKind;
}

export interface ModerationCase extends CaseSummary {
  /** Newest first, at most 100. */
  reports: CaseReport[];
  /** The message, project or profile is hidden now. */
  isHidden: boolean;
  /** The person's name is hidden now. */
  isNameHidden: boolean;
  /** The thing is not there any more: its owner or a moderator has deleted it. */
  isGone: boolean;
  /** What can be done now. A control for another action would be refused with 409. */
  actions: CaseActionKind[];
  /** What was done in this case, newest first. */
  log: CaseAction[];
  /** About the same person, in other cases. Actions newest first, at most 50. */
  history: { reports: ReportCounts; actions: EarlierAction[] };
}

/** A warning for the caller, as part of their own user, until they acknowledge it. */
export interface Warning {
  _id: string;
  reason: string;
  createdAt: string;
}

/** For the owner of something that a moderator has hidden. */
export interface HiddenNotice {
  reason: string;
  since: string;
}
