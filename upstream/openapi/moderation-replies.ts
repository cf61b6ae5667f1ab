import { z } from 'zod';
import {
  type CaseAction,
  type CaseEvidence,
  type CasePerson,
  type CasesReply,
  caseActionKinds,
  caseStates,
  type HiddenNotice,
  type ModerationCase,
  type Warning,
} from '#shared/api/moderation.ts';
import { reportKinds, reportOutcomes, reportReasons } from '#shared/api/reports.ts';
import { cursor, id, message, time, user } from './parts.ts';

export const hiddenNotice = z.strictObject({ reason: z.string(), since: time }) satisfies z.ZodType<HiddenNotice>;
export const warning = z.strictObject({
  _id: id,
  reason: z.string(),
  createdAt: time,
}) satisfies z.ZodType<Warning>;

const person = z
  .strictObject({
    _id: id,
    firstName: z.string(),
    lastName: z.string(),
    photoUrl: z.string().exactOptional(),
    createdAt: time,
    isModerator: z.literal(true).exactOptional(),
    leaving: z.strictObject({ since: time, eraseAt: time }).exactOptional(),
    suspended: z.strictObject({ since: time, until: time.nullable(), reason: z.string() }).exactOptional(),
  })
  .meta({ id: 'CasePerson' }) satisfies z.ZodType<CasePerson>;

const evidence = z
  .union([
    user,
    z.strictObject({ text: z.string(), sentAt: time }),
    z.strictObject({ name: z.string(), description: z.string(), image: z.string(), imageText: z.string() }),
    z.strictObject({ url: z.string() }),
  ])
  .meta({ id: 'CaseEvidence' }) satisfies z.ZodType<CaseEvidence>;

const reportCounts = z.strictObject({ open: z.int(), acted: z.int(), dismissed: z.int() });

const actionFields = {
  _id: id,
  action: z.enum(caseActionKinds),
  reason: z.string(),
  at: time,
  by: z.string(),
  until: time.nullable().exactOptional(),
  undone: z.literal(true).exactOptional(),
};
const action = z.strictObject(actionFields).meta({ id: 'CaseAction' }) satisfies z.ZodType<CaseAction>;

const summaryFields = {
  _id: id,
  kind: z.enum(reportKinds),
  state: z.enum(caseStates),
  version: z.int(),
  person,
  reasons: z.array(z.enum(reportReasons)),
  reporters: z.int(),
  openedAt: time,
  dueAt: time,
  firstSeenAt: time.nullable(),
  closedAt: time.nullable(),
};

export const moderationCase = z
  .strictObject({
    ...summaryFields,
    reports: z.array(
      z.strictObject({
        _id: id,
        reason: z.enum(reportReasons),
        details: z.string(),
        evidence,
        earlier: z.array(evidence).exactOptional(),
        reporter: person,
        reporterHistory: reportCounts,
        createdAt: time,
        outcome: z.enum(reportOutcomes).nullable(),
      }),
    ),
    isHidden: z.boolean(),
    isNameHidden: z.boolean(),
    isGone: z.boolean(),
    actions: z.array(z.enum(caseActionKinds)),
    log: z.array(action),
    history: z.strictObject({
      reports: reportCounts,
      actions: z.array(z.strictObject({ ...actionFields, kind: z.enum(reportKinds) })),
    }),
  })
  .meta({ id: 'ModerationCase' }) satisfies z.ZodType<ModerationCase>;

export const moderationReplies = {
  'GET /moderation/cases': z.strictObject({
    items: z.array(z.strictObject(summaryFields)),
    nextCursor: cursor,
  }) satisfies z.ZodType<CasesReply>,
  'GET /moderation/cases/:id': moderationCase,
  'POST /moderation/cases/:id/actions': moderationCase,
  'POST /profile/warnings/:warningId/acknowledge': z.strictObject({ message }),
};
