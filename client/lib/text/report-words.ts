import type { OwnReport, ReportKind, ReportReason } from '#shared/api/safety.ts';

export const reportReasonWords: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  harassment: 'Insults, threats or harassment',
  impersonation: 'Pretends to be somebody else',
  sexual: 'Sexual content',
  violence: 'Violence or hatred',
  other: 'Something else',
};

/** The outcome of a report, in one sentence. */
export function reportOutcomeWords({ outcome }: Pick<OwnReport, 'outcome'>): string {
  if (outcome === null) return 'Nobody has answered yet.';
  return outcome === 'acted' ? 'Something was done about it.' : 'It was looked at, and nothing had to be done.';
}

/** The subject of a report: a person by name, or "A message of Ana Lima". */
export function reportedThing(kind: ReportKind, name: string): string {
  return kind === 'person' ? name : `A ${kind} of ${name}`;
}
