import type { CaseEvidence, CaseReport } from '#shared/api/moderation.ts';

/** What a report stores: the latest copy, and those of before inside it. */
export function copiesOf(stored: string): Pick<CaseReport, 'evidence' | 'earlier'> {
  const { earlier, ...evidence } = JSON.parse(stored) as CaseEvidence & { earlier?: CaseEvidence[] };
  return { evidence: evidence as CaseEvidence, ...(earlier && { earlier }) };
}
