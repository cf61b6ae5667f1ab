import { type OpeningSecrets, openingKeys } from '#platform/config/secret.ts';
import type { CaseEvidence, CaseReport } from '#shared/api/moderation.ts';
import type { ReportKind } from '#shared/api/safety.ts';
import { iso } from '#upstream/iso.ts';
import { seal, unsealWith } from '#upstream/mail/seal.ts';

/** Messages are between two people: a copy of the database must not show what one of them has reported. */
export const sealedKind = 'message' satisfies ReportKind;
export const reportPurpose = 'reports';

/** How a report stores its copies. */
export function storedCopies(secrets: OpeningSecrets, kind: ReportKind, copies: Record<string, unknown>): string {
  if (kind !== sealedKind) return JSON.stringify(copies);
  return JSON.stringify({ sealed: seal(openingKeys(secrets, reportPurpose)[0], copies) });
}

/** The sealed part of a report; undefined where nothing is sealed. */
export function sealedIn(stored: string): string | undefined {
  const { sealed } = JSON.parse(stored) as { sealed?: unknown };
  return typeof sealed === 'string' ? sealed : undefined;
}

/**
 * What a report stores: the latest copy, and those of before inside it. Without the secret, a sealed one is empty; so is one
 * whose SECRET is lost.
 */
export function copiesOf(stored: string, secrets?: OpeningSecrets): Pick<CaseReport, 'evidence' | 'earlier'> {
  const sealed = sealedIn(stored);
  const opened = secrets && sealed !== undefined && unsealWith(openingKeys(secrets, reportPurpose), sealed)?.value;
  const copies = sealed === undefined ? JSON.parse(stored) : opened || { text: '', sentAt: iso(0) };
  const { earlier, ...evidence } = copies as CaseEvidence & { earlier?: CaseEvidence[] };
  return { evidence: evidence as CaseEvidence, ...(earlier && { earlier }) };
}
